// A shared worker that holds one stream for all tabs of a browser: a browser opens only six connections to a server
// without HTTP/2. Each tab names its table, gets updates of that table only, and repeats the message from time to time;
// a tab that falls silent is forgotten.
"use strict";

import { Stream } from "./stream.js";

/** Milliseconds to wait for further tabs, so that the stream is opened once. */
const SOON = 50;
/** Milliseconds of silence after which a tab is forgotten. */
const FORGOTTEN = 600000;

/** @type {Map<MessagePort, {table: string, said: number}>} */
const tabs = new Map();
const stream = new Stream((news) => {
  for (const [port, tab] of tabs) if (!("update" in news) || news.update.table === tab.table) port.postMessage(news);
});
let opening = 0;

/** A tab shows a page of a table. @param {MessagePort} port @param {string} table @param {string} frame */
function follow(port, table, frame) {
  const isNew = !tabs.has(port), known = stream.frames.get(table);
  tabs.set(port, { table, said: Date.now() });
  for (const [other, { said }] of tabs) if (Date.now() - said > FORGOTTEN) leave(other);
  if (known === undefined) stream.frames.set(table, frame);
  // It missed an update, or is about to get it; then it already has the page.
  else if (known !== frame) port.postMessage({ kind: "update", update: { table, to: known } });
  if (!isNew && !stream.isLost) return;
  // Reopen also for a known table: the viewer or the language may have changed.
  clearTimeout(opening);
  opening = setTimeout(() => stream.open(), SOON);
}

/** @param {MessagePort} port */
function leave(port) {
  const table = tabs.get(port)?.table;
  tabs.delete(port);
  if (table !== undefined && ![...tabs.values()].some((tab) => tab.table === table)) stream.frames.delete(table);
  if (tabs.size) return;
  clearTimeout(opening);
  stream.close();
}

/** @type {any} */ (self).onconnect = (/** @type {MessageEvent} */ event) => {
  const port = event.ports[0];
  port.onmessage = ({ data }) => { data === null ? leave(port) : follow(port, data.table, data.frame); };
};
