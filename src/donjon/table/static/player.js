// Play what happened moment by moment, each with its text, its place and its change on the board, one after another.
// Only then does the page show the prompt.
"use strict";

import { showAll } from "./facts.js";
import { add } from "./paragraph.js";
import { find, live } from "./page.js";

/**
 * @typedef {{facts?: any[], line?: any, text?: string, seat?: number | null, box?: number[]}} Moment
 */

const SPEEDS = ["1", "2", "0"]; // once, twice as fast, at once
const LONG = 1300, SHORT = 450, OWN = 220; // milliseconds of a moment: alone, of many, of what I did myself

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** The queue: moments, and functions that update the page. @type {(Moment | (() => void))[]} */
let queue = [];
let timer = 0, paused = false;
/** Whether anything of others was played since the viewer's choice: then even the viewer's own moments are news. */
let others = false;

/** How fast: 1, 2, or 0 for at once. */
export function speed() {
  const kept = localStorage.getItem("donjon-speed");
  return Number(kept !== null && SPEEDS.includes(kept) ? kept : SPEEDS[0]);
}

/**
 * Queue moments, then the function that shows the new page.
 * @param {Moment[]} moments
 * @param {() => void} settle
 */
export function tell(moments, settle) {
  queue.push(...moments, settle);
  if (calm.matches || document.hidden || speed() === 0) finish();
  else if (!timer && !paused) next();
}

/** Show the rest of the queue at once. */
export function finish() {
  clearTimeout(timer);
  timer = 0;
  hide();
  for (const step of queue.splice(0)) {
    if (typeof step === "function") step();
    else {
      arrive(step);
      add(step);
    }
  }
}

/** Clear the queue: the page is replaced. */
export function forget() {
  clearTimeout(timer);
  timer = 0;
  queue = [];
  hide();
}

/** Show what a moment changes. @param {Moment} moment */
const arrive = ({ line, facts = [] }) => showAll(line ? [...facts, line] : facts);

function next() {
  timer = 0;
  let step = queue.shift();
  while (typeof step === "function") {
    if (!queue.length) hide();
    step();
    step = queue.shift();
  }
  if (!step) return;
  arrive(step);
  show(step);
  document.dispatchEvent(new CustomEvent("donjon:moment", { detail: step }));
  if (!paused) timer = window.setTimeout(next, pace(step) / speed());
}

/** @param {Moment} moment */
function pace(moment) {
  if (isDoing(moment)) return OWN;
  return moment.text === undefined ? SHORT : Math.max(SHORT, LONG - 45 * queue.length);
}

/** @param {Moment} moment */
export const isOwn = (moment) => (live.dataset.own ?? "").split(" ").includes(String(moment.seat));
/** Return whether a moment is the viewer's own or has no text: it is played quickly. @param {Moment} moment */
const isDoing = (moment) => !others && (moment.text === undefined || isOwn(moment));

/** @param {Moment} moment */
function show(moment) {
  const ring = find("trail"), teller = find("teller");
  live.classList.add("telling");
  if (moment.text !== undefined) {
    others ||= !isOwn(moment);
    if (teller) teller.hidden = isDoing(moment);
  }
  offerUndo();
  add(moment);
  if (!ring) return;
  ring.hidden = !moment.box;
  if (moment.box) {
    const [left, top, width, height] = moment.box;
    Object.assign(ring.style, { width: `${width}%`, height: `${height}%` });
    // The style sheet moves it by these, so that nothing else shifts.
    ring.style.setProperty("--left", String(left));
    ring.style.setProperty("--top", String(top));
  }
}

/** The undo button of the page is covered while moments are played: show it beside them. */
function offerUndo() {
  const there = /** @type {HTMLButtonElement | null} */ (find("undo-one"));
  const here = /** @type {HTMLButtonElement | null} */ (find("teller-undo"));
  if (!here) return;
  here.hidden = !there;
  here.value = there?.value ?? "";
}

function hide() {
  const ring = find("trail"), teller = find("teller");
  if (ring) ring.hidden = true;
  if (teller) teller.hidden = true;
  others = false;
  live.classList.remove("telling");
  setPaused(false);
}

/** @param {boolean} now */
function setPaused(now) {
  paused = now;
  find("teller-pause")?.setAttribute("aria-pressed", String(now));
}

live.addEventListener("click", (event) => {
  const pressed = /** @type {Element} */ (event.target).closest("#teller button");
  if (!pressed || pressed.id === "teller-undo") return;
  if (pressed.id === "teller-skip") finish();
  else if (pressed.id === "teller-pause") {
    setPaused(!paused);
    clearTimeout(timer);
    if (!paused) next();
  } else {
    const here = SPEEDS.indexOf(String(speed()));
    localStorage.setItem("donjon-speed", SPEEDS[(here + 1) % SPEEDS.length]);
    showSpeed();
    if (speed() === 0) finish();
  }
});

function showSpeed() {
  const button = find("teller-speed");
  if (button) button.textContent = speed() === 0 ? "▸▸▸" : `${speed()}×`;
}
document.addEventListener("donjon:settled", showSpeed);
showSpeed();

document.addEventListener("keydown", (event) => { if (event.key === "Escape" && queue.length) finish(); });
// A viewer who returns to the tab sees the current state.
document.addEventListener("visibilitychange", () => { if (document.hidden) finish(); });
