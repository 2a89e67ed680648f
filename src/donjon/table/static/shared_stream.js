// A shared worker: it holds one stream for all tabs of a browser, for a browser opens only six connections to a server
// that does not speak HTTP/2. Each tab says which table it shows, is told of that table alone, and says so again now
// and then: a tab that was closed without a word is forgotten.
"use strict";

import { Stream } from "./stream.js";

/** Tabs that come at the same time open the stream once, in milliseconds. */
const SOON = 50;
/** A tab is forgotten that has said nothing for so long. */
const FORGOTTEN = 600000;

/** @type {Map<MessagePort, {table: string, said: number}>} */
const tabs = new Map();
const stream = new Stream((news) => {
  for (const [port, tab] of tabs) if (news.kind !== "update" || news.update.table === tab.table) port.postMessage(news);
});
let opening = 0;

/** A tab shows a page of a table. @param {MessagePort} port @param {string} table @param {string} frame */
function follow(port, table, frame) {
  const isNew = !tabs.has(port), known = stream.frames.get(table);
  tabs.set(port, { table, said: Date.now() });
  for (const [other, { said }] of tabs) if (Date.now() - said > FORGOTTEN) leave(other);
  if (known === undefined) stream.frames.set(table, frame);
  // It has missed something, or will be told it in a moment; then it knows already what this says.
  else if (known !== frame) port.postMessage({ kind: "update", update: { table, to: known } });
  if (!isNew && !stream.isLost) return;
  // Also for a table that is followed: who looks, and in which language, may have changed with the new page.
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
