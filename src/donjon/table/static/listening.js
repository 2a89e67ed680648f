// Receive the updates of an open page. All tabs of a browser share one stream, held by a shared worker. Without shared
// workers each visible tab has its own stream, and a hidden tab polls once a minute.
"use strict";

import { find } from "./page.js";
import { EVERY, Stream, patience } from "./stream.js";

/** @typedef {import("./stream.js").News} News */
/**
 * A table and what its page does: `frame` names the page it has, `receive` takes an update, `catchUp` asks for what the
 * page has missed and says whether the server was reached.
 * @typedef {{table: string, frame: () => string, receive: (update: any) => void, catchUp: () => Promise<boolean>}} Page
 */
/** @typedef {{follow: () => void, leave: () => void}} Connection */

const WORKER = "./shared_stream.js";
/** Intervals in milliseconds: checks of the connection, retries of a lost one, signs of life of a tab. */
const CHECK = 500, TRY = 3000, REMIND = 20000, HIDDEN = 60000;
/** A faster answer shows no message. */
const GRACE = 1000;

/** @type {Page} */
let page;
/** @type {Connection | null} */
let connection = null;
let isLost = false, isShared = "SharedWorker" in window, isAsking = false, hasSpoken = false;
let heard = 0, tried = 0, reminded = 0, every = EVERY;
/** When the server has last been heard: what the page shows was right then. */
let known = Date.now();

/** Return whether the page receives updates. */
export const isTold = () => connection !== null && hasSpoken && !isLost;

/** Receive the updates of a page's table. @param {Page} its */
export function listen(its) {
  page = its;
  connect();
  setInterval(check, CHECK);
}

function connect() {
  connection?.leave();
  heard = reminded = Date.now();
  hasSpoken = false;
  connection = isShared ? shared() : own();
  connection.follow();
}

/** @returns {Connection} */
function shared() {
  /** @type {MessagePort} */
  let port;
  try {
    const worker = new SharedWorker(new URL(WORKER, import.meta.url), { type: "module", name: "donjon" });
    worker.addEventListener("error", alone);
    port = worker.port;
  } catch {
    isShared = false;
    return own();
  }
  port.onmessage = (event) => hear(event.data);
  return {
    follow: () => port.postMessage({ table: page.table, frame: page.frame() }),
    leave: () => { port.postMessage(null); port.close(); },
  };
}

/** Shared workers fail here: use a stream of our own. */
function alone() {
  if (!isShared) return;
  isShared = false;
  connect();
}

/** @returns {Connection} */
function own() {
  const stream = new Stream(hear);
  return {
    follow: () => {
      if (stream.frames.size && !stream.isLost) return;
      stream.frames.set(page.table, page.frame());
      stream.open();
    },
    leave: () => stream.close(),
  };
}

/** @param {News} news */
function hear(news) {
  if (!connection) return;
  heard = Date.now();
  hasSpoken = true;
  if (news.kind === "lost") return lose();
  known = heard;
  isLost = false;
  say(false);
  if (news.kind === "alive") every = news.every;
  else if (news.kind === "update") page.receive(news.update);
  else document.dispatchEvent(new CustomEvent("donjon:crowd", { detail: news.update.text }));
}

function lose() {
  isLost = true;
  ask();
}

/** Poll the table: if only the stream is blocked, the page works without it. */
async function ask() {
  if (isAsking || document.hidden) return;
  isAsking = true;
  tried = Date.now();
  const late = setTimeout(() => say(isLost), GRACE), isReached = await page.catchUp();
  clearTimeout(late);
  isAsking = false;
  isLost ||= !isReached;
  if (isReached) known = Date.now();
  say(!isReached);
}

/** Show or hide the message that the server cannot be reached, and since when. @param {boolean} isOffline */
function say(isOffline) {
  const words = find("offline");
  if (!words || words.hidden !== isOffline) return;
  if (isOffline) words.textContent = (words.dataset.since ?? "").replace("{time}", timeOf(known));
  words.hidden = !isOffline;
}

/** Return a time as the viewer's clock shows it, with the day if that is another one. @param {number} at */
function timeOf(at) {
  const day = new Date(at).toDateString() === new Date().toDateString() ? {} : { day: "numeric", month: "short" };
  return new Intl.DateTimeFormat(undefined, /** @type {any} */ ({ hour: "numeric", minute: "2-digit", ...day })).format(at);
}

function check() {
  const now = Date.now();
  if (document.hidden || !connection) {
    if (!connection && now - tried > HIDDEN && document.hidden) { tried = now; page.catchUp(); }
    return;
  }
  if (now - heard > 3 * patience(every)) {
    // The worker did not even report a lost stream: it has ended or never started.
    if (!hasSpoken) isShared = false;
    connect();
    lose();
  } else if (isLost && now - tried > TRY) ask();
  if (now - reminded > REMIND) {
    reminded = now;
    connection.follow();
  }
}

function leave() {
  connection?.leave();
  connection = null;
  tried = Date.now();
}

window.addEventListener("pagehide", leave);
window.addEventListener("pageshow", (event) => { if (event.persisted && page) connect(); });
window.addEventListener("offline", () => { if (connection) ask(); });
window.addEventListener("online", () => connection?.follow());
document.addEventListener("visibilitychange", () => {
  if (!page) return;
  if (document.hidden) {
    if (!isShared) leave();
  } else if (!connection) connect();
  else {
    connection.follow();
    if (isLost) ask();
  }
});
