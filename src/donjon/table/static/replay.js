// The replay: the same player, over the moments of a game that was played before.
"use strict";

import "./drawer.js";
import "./asking.js";
import "./looking.js";
import "./walking.js";
import { nodes, showAll } from "./facts.js";
import { finish, tell } from "./player.js";
import { find, live } from "./page.js";
import { Errand } from "./sending.js";

const here = () => Number(live.dataset.frame);
let playing = false, wanted = 0, isGoing = false;
const step = new Errand("loading", "waiting");

/**
 * Go to a step. told: play the moments on the way.
 * @param {number} at
 * @param {boolean} told
 */
async function go(at, told) {
  wanted = at;
  // While the slider is dragged, each request replaces the one that is still waiting.
  if (isGoing && !step.hasFailed) return;
  isGoing = true;
  finish();
  const address = `${live.dataset.replay}?at=${at}${told ? "&told=1" : ""}`;
  const answer = await step.run(address, () => ({ headers: { "x-frame": String(here()) } }));
  if (!answer) return;
  isGoing = false;
  if (!answer.ok) {
    stop();
    return location.assign(`?at=${at}`);
  }
  arrive(JSON.parse(answer.text));
  if (wanted !== at) go(wanted, false);
}

/** @param {{at: number, moments: import("./player.js").Moment[], facts: any[], html?: string}} update */
function arrive(update) {
  tell(update.moments, () => {
    if (update.html === undefined) showAll(update.facts);
    else live.replaceChildren(nodes(live, update.html));
    live.dataset.frame = String(update.at);
    const slider = /** @type {HTMLInputElement | null} */ (find("at"));
    if (slider && document.activeElement !== slider) slider.value = String(update.at);
    history.replaceState(null, "", `?at=${update.at}`);
    document.dispatchEvent(new Event("donjon:settled"));
  });
}

/** Where a link of the bar leads. @param {string} id */
function target(id) {
  const link = /** @type {HTMLAnchorElement | null} */ (find(id));
  return link ? Number(new URL(link.href).searchParams.get("at")) : here();
}

function stop() {
  playing = false;
  find("autoplay")?.setAttribute("aria-pressed", "false");
}

function toggle() {
  if (playing) { stop(); return; }
  playing = true;
  find("autoplay")?.setAttribute("aria-pressed", "true");
  // At the end it plays from the start.
  if (target("to-next") > here()) go(target("to-next"), true);
  else go(target("to-start"), false);
}

document.addEventListener("donjon:settled", () => {
  showButton();
  if (!playing) return;
  if (target("to-next") > here()) setTimeout(() => { if (playing) go(target("to-next"), true); }, 350);
  else stop();
});
document.addEventListener("donjon:broken", () => location.reload());

live.addEventListener("click", (event) => {
  const pressed = /** @type {Element} */ (event.target);
  if (pressed.closest("#autoplay")) { toggle(); return; }
  const link = /** @type {HTMLAnchorElement | null} */ (pressed.closest("#steps a, a.jump, a.jump-turn"));
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  stop();
  go(Number(new URL(link.href).searchParams.get("at")), link.id === "to-next");
});
live.addEventListener("input", (event) => {
  const slider = /** @type {HTMLInputElement} */ (event.target);
  if (slider.id !== "at") return;
  stop();
  go(Number(slider.value), false);
});
document.addEventListener("submit", (event) => {
  if (/** @type {Element} */ (event.target).id === "scrub") event.preventDefault();
});

/** @type {Record<string, string>} */
const KEYS = { ArrowLeft: "to-previous", ArrowRight: "to-next", Home: "to-start", End: "to-end" };
document.addEventListener("keydown", (event) => {
  const at = /** @type {Element} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || at.closest("input, .things, #walker, textarea")) return;
  if (event.key === " " && !at.closest("button, a, summary")) {
    event.preventDefault();
    toggle();
    return;
  }
  let id = KEYS[event.key];
  if (!id) return;
  if (event.shiftKey) id = { "to-previous": "to-turn-before", "to-next": "to-turn-after" }[id] ?? id;
  event.preventDefault();
  stop();
  go(target(id), id === "to-next");
});

// With this script the slider needs no button.
document.documentElement.classList.add("scripted");

function showButton() {
  const button = find("autoplay");
  if (button) button.hidden = false;
}
showButton();
