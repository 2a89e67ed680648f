// The connection to the table: updates arrive over a stream, choices are sent as forms. Without this file forms are
// sent as usual and bring whole pages.
"use strict";

import { setClock } from "./clocks.js";
import { isTold, listen } from "./listening.js";
import { showAll } from "./facts.js";
import { finish, forget, tell } from "./player.js";
import { find, live } from "./page.js";
import { Errand, busy, isFinal, tried } from "./sending.js";

/**
 * @typedef {import("./player.js").Moment} Moment
 * @typedef {import("./sending.js").Answer} Answer
 * @typedef {{from?: string, to: string, html?: string, moments?: Moment[], facts?: any[],
 *   now?: number, notice?: {text: string, rule?: string, href?: string}}} Update
 */

const table = live.dataset.table ?? "";

/** The page that was shown or is being shown. */
let frame = live.dataset.frame ?? "";

/** The number of the action that a page waits for. @param {string} name */
const numberOf = (name) => Number(name.split("-")[0]);

/** Those that wait for a page, by its number. @type {{number: number, reached: () => void}[]} */
let awaited = [];
/** Timeout in milliseconds for a page over the stream: then pages are fetched until the stream works again. */
const SOON = 2000, LOOK = 3000;
let inTime = true;

/** Wait until a page has come over the stream. @param {string} name @returns {Promise<void>} */
const reach = (name) => new Promise((resolve) => {
  const late = setTimeout(() => { inTime = false; refresh().then(() => resolve()); }, SOON);
  awaited.push({ number: numberOf(name), reached: () => { clearTimeout(late); resolve(); } });
  release();
});

/** Resolve the waits whose page has arrived. */
function release() {
  for (const one of awaited) if (one.number <= numberOf(frame)) one.reached();
  awaited = awaited.filter((one) => one.number > numberOf(frame));
}

/** @param {Update} update */
function receive(update) {
  if (update.to === frame || (frame !== "" && numberOf(update.to) < numberOf(frame))) return;
  if (update.html !== undefined && (update.from === undefined || update.from !== frame)) {
    forget();
    whole(update.html);
    frame = update.to;
    settled(frame);
  } else if (update.from === frame) {
    frame = update.to;
    const { moments = [], facts = [], html } = update;
    const shown = frame;
    tell(moments, () => {
      if (html === undefined) showAll(facts);
      else whole(html);
      settled(shown);
    });
  } else {
    refresh();
  }
  release();
}

/** Show a whole page. An answer stays if it is about the same decision, and so does the focus. @param {string} html */
function whole(html) {
  const range = document.createRange(), focus = /** @type {HTMLElement | null} */ (document.activeElement);
  const answer = live.querySelector(".answer");
  range.selectNodeContents(live);
  live.replaceChildren(range.createContextualFragment(html));
  const fresh = live.querySelector(".answer");
  if (answer?.childElementCount && fresh?.id === answer.id && !fresh.childElementCount) fresh.replaceWith(answer);
  (focus?.isConnected ? focus : find(focus?.id ?? ""))?.focus({ preventScroll: true });
}

/** @param {string} shown the name of the page shown now */
function settled(shown) {
  live.dataset.frame = shown;
  find("notices")?.replaceChildren();
  document.dispatchEvent(new Event("donjon:settled"));
}

// The page differs from what the server expects: fetch all of it.
document.addEventListener("donjon:broken", () => {
  if (frame === "") return; // it is asked for already
  frame = "";
  forget();
  refresh();
});

const isJson = (/** @type {Answer} */ answer) => answer.type.startsWith("application/json");
const isOurs = (/** @type {Answer} */ answer) => isJson(answer) || isFinal(answer);

/** Fetch the changes; false if the server was not reached. */
async function refresh() {
  busy("waiting", 1);
  const answer = await tried(`${table}/live`, () => ({ headers: { "x-frame": frame } }), { isAnswer: isOurs, tries: 1 });
  if (answer) await take(answer);
  busy("waiting", -1);
  return answer !== null;
}

/** @param {Answer} answer */
async function take(answer) {
  if (!isJson(answer)) return location.reload();
  /** @type {Update} */
  const update = JSON.parse(answer.text);
  setClock(update.now ?? 0);
  if (update.notice) document.dispatchEvent(new CustomEvent("donjon:notice", { detail: update.notice }));
  if (update.from === undefined && update.html === undefined) await reach(update.to);
  else receive(update);
}

// Sending.
const choice = new Errand("sending", "waiting");
/** The page where the choice being sent was made. */
let chosenOn = "";

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  // The buttons of a form are called "action", as its address is: ask for the attributes.
  if (form.getAttribute("method") !== "post" || !live.contains(form)) return;
  if (/^\/new$|^\/device$|\/again$/.test(form.getAttribute("action") ?? "")) return; // leads to another page
  event.preventDefault();
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form, event.submitter)));
  if (form.id === "undo") finish();
  mark(event.submitter, body.get("action"));
  send(form.getAttribute("action") ?? "", body);
});

/** @param {string} address @param {URLSearchParams} body */
async function send(address, body) {
  const how = () => {
    /** @type {Record<string, string>} */
    const headers = { "x-frame": frame };
    // The stream brings the result, as to all viewers, unless something holds it back.
    if (inTime && isTold()) headers["x-stream"] = "open";
    return { method: "POST", body, headers };
  };
  chosenOn = frame;
  const answer = await choice.run(address, how, { isAnswer: isOurs });
  if (!answer) return;
  busy("waiting", 1);
  unmark();
  await take(answer);
  busy("waiting", -1);
}

/** Mark the choice that is being sent. @param {HTMLElement | null} button @param {string | null} action */
function mark(button, action) {
  unmark();
  const same = action === null ? [] : live.querySelectorAll(`.spots > button[value="${CSS.escape(action)}"]`);
  for (const one of [button, ...same]) one?.classList.add("sending");
}

function unmark() {
  for (const one of live.querySelectorAll(".sending")) one.classList.remove("sending");
}

// An update came, so the connection works: ask the server whether the abandoned request arrived.
document.addEventListener("donjon:settled", () => {
  if (numberOf(frame) <= numberOf(chosenOn)) return;
  unmark();
  if (choice.hasFailed) choice.retry();
});

// Receiving.
if (table && live.dataset.frame !== undefined) {
  listen({
    table: table.replace("/t/", ""),
    frame: () => frame,
    receive: (update) => { setClock(update.now ?? 0); if (update.from !== undefined || update.html !== undefined) inTime = true; receive(update); },
    catchUp: refresh,
  });
  setInterval(() => {
    if (document.hidden || document.documentElement.classList.contains("waiting")) return;
    if (frame === "" || (!inTime && !find("moves"))) refresh();
  }, LOOK);
}
