// The line to the table: what happens there comes over a stream, what one does goes out as forms. Without this file
// the forms are sent as any forms are, and whole pages come back.
"use strict";

import { carryOut } from "./patch.js";
import { forget, tell } from "./player.js";
import { find, live } from "./page.js";

/**
 * @typedef {import("./patch.js").Change} Change
 * @typedef {import("./player.js").Moment} Moment
 * @typedef {{from?: string, to: string, html?: string, moments?: Moment[], changes?: Change[],
 *   notice?: {text: string, rule?: string, href?: string}}} Update
 */

const offline = find("offline");
const table = live.dataset.table;
/** A line that brings no sign of life for so long is made anew. */
const PATIENCE = 25000;

/** The page that has been told or is being told. */
let frame = live.dataset.frame ?? "";
let waiting = 0;

/** Is an answer on its way? For tests. */
const busy = (/** @type {number} */ more) => {
  waiting += more;
  document.documentElement.classList.toggle("waiting", waiting > 0);
};

/** The number of the action that a page waits for. @param {string} name */
const numberOf = (name) => Number(name.split("-")[0]);

/** Who waits for a page, by its number. @type {{number: number, reached: () => void}[]} */
let awaited = [];
/** A page that does not come over the stream in so long is asked for, and so is each after it. */
const SOON = 2000;
let inTime = true;

/** Wait until a page has come over the stream. @param {string} name @returns {Promise<void>} */
const reach = (name) => new Promise((resolve) => {
  const late = setTimeout(() => { inTime = false; refresh().then(resolve); }, SOON);
  awaited.push({ number: numberOf(name), reached: () => { clearTimeout(late); resolve(); } });
  release();
});

/** Those wait no longer whose page has come. */
function release() {
  for (const one of awaited) if (one.number <= numberOf(frame)) one.reached();
  awaited = awaited.filter((one) => one.number > numberOf(frame));
}

/** @param {Update} update */
function receive(update) {
  if (update.to === frame || (frame !== "" && numberOf(update.to) < numberOf(frame))) return;
  if (update.html !== undefined) {
    forget();
    whole(update.html);
    frame = update.to;
    settled(frame);
  } else if (update.from === frame) {
    frame = update.to;
    const { moments = [], changes = [] } = update;
    const shown = frame;
    tell(moments, () => { carryOut(live, changes); settled(shown); });
  } else {
    refresh();
  }
  release();
}

/** @param {string} html */
function whole(html) {
  const range = document.createRange();
  range.selectNodeContents(live);
  live.replaceChildren(range.createContextualFragment(html));
}

/** @param {string} shown the name of the page that stands now */
function settled(shown) {
  live.dataset.frame = shown;
  find("notices")?.replaceChildren();
  document.dispatchEvent(new Event("donjon:settled"));
}

// The page is not what the server thinks: ask for all of it.
document.addEventListener("donjon:broken", () => {
  if (frame === "") return; // it is asked for already
  frame = "";
  forget();
  refresh();
});

async function refresh() {
  await ask(`${table}/live`, { headers: { "x-frame": frame } });
}

/**
 * @param {string} address
 * @param {RequestInit} how
 */
async function ask(address, how) {
  busy(1);
  try {
    const answer = await fetch(address, how);
    if (!answer.headers.get("content-type")?.startsWith("application/json")) {
      location.reload();
      return;
    }
    /** @type {Update} */
    const update = await answer.json();
    if (offline) offline.hidden = true;
    if (update.notice) document.dispatchEvent(new CustomEvent("donjon:notice", { detail: update.notice }));
    if (update.from === undefined && update.html === undefined) await reach(update.to);
    else receive(update);
  } catch {
    if (offline) offline.hidden = false;
  } finally {
    busy(-1);
  }
}

// What one does.
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  // The buttons of a form are called "action", as its address is: ask for the attributes.
  if (form.getAttribute("method") !== "post" || !live.contains(form)) return;
  if (form.getAttribute("action") === "/new") return;
  event.preventDefault();
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form, event.submitter)));
  /** @type {Record<string, string>} */
  const headers = { "x-frame": frame };
  // Who listens is told there, as all others are, unless something on the way holds the stream back.
  if (inTime && source?.readyState === EventSource.OPEN) headers["x-stream"] = "open";
  ask(form.getAttribute("action") ?? "", { method: "POST", body, headers });
});

// What happens.
let heard = Date.now();
/** @type {EventSource | null} */
let source = null;

function listen() {
  if (!table || live.dataset.frame === undefined) return;
  source = new EventSource(`${table}/stream?seen=${encodeURIComponent(frame)}`);
  const alive = () => { heard = Date.now(); if (offline) offline.hidden = true; };
  source.addEventListener("open", alive);
  source.addEventListener("beat", alive);
  source.addEventListener("message", (event) => { alive(); receive(JSON.parse(event.data)); });
  source.addEventListener("error", () => { if (offline && !leaving) offline.hidden = false; });
}

let leaving = false;
window.addEventListener("pagehide", () => { leaving = true; source?.close(); });
window.addEventListener("pageshow", (event) => { leaving = false; if (event.persisted) listen(); });
setInterval(() => {
  if (!source || leaving || document.hidden) return;
  if (source.readyState === EventSource.CLOSED || Date.now() - heard > PATIENCE) {
    if (offline) offline.hidden = false;
    heard = Date.now();
    source.close();
    listen();
    // Where something on the way holds the stream back, no line will tell.
    refresh();
  } else if (!inTime && !find("moves")) refresh();
}, 3000);
listen();
