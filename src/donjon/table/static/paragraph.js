// Group announcements into paragraphs: consecutive actions of one seat, headed by its name and colour. On the board
// each sentence appears with its moment; a screen reader hears the whole paragraph once, at its end.
"use strict";

import { find, live } from "./page.js";

/** A bot thinks between the actions of its turn: the milliseconds that a paragraph waits for more. */
const BREATH = 1500;
/** The number of paragraphs kept for reading back. */
const KEPT = 4;

/** Whose paragraph it is: a seat, or null for what happens by itself. @type {number | null | undefined} */
let seat;
/** @type {string[]} */
let sentences = [];
let spoken = 0, timer = 0;
/** The latest line of the log that was announced. */
let heard = latest()?.id ?? "";

/** The latest line of the log. */
function latest() {
  return live.querySelector("#log-lines > li");
}

/** Add a sentence. @param {{text?: string, seat?: number | null}} moment */
export function add(moment) {
  if (moment.text === undefined) return;
  clearTimeout(timer);
  const words = find("teller-words"), isNew = seat !== (moment.seat ?? null);
  if (isNew) {
    end();
    seat = moment.seat ?? null;
  }
  sentences.push(moment.text);
  heard = latest()?.id ?? "";
  if (!words) return;
  if (isNew || !words.firstChild) words.replaceChildren(...head(moment.text));
  words.querySelector(".now")?.classList.remove("now");
  words.append(" ", Object.assign(document.createElement("span"), { className: "now", textContent: moment.text }));
  words.scrollTop = words.scrollHeight;
}

/** Add the seat's coat of arms, and its name unless the sentence contains it. @param {string} text */
function head(text) {
  const teller = find("teller"), chip = seat === null ? null : find("chips")?.children[Number(seat)]?.querySelector("a");
  if (teller) teller.className = chip ? `teller seat-${seat}` : "teller";
  if (!chip) return [];
  const name = Object.assign(document.createElement("strong"), { className: "teller-seat" });
  name.append(...[...chip.children].filter((one) => !one.matches("b") && !text.includes(one.textContent || "\n")).map((one) => one.cloneNode(true)));
  return [name];
}

/** Announce what was not announced yet. */
function say() {
  clearTimeout(timer);
  speak(sentences.slice(spoken).join(" "));
  spoken = sentences.length;
}

/** @param {string} text */
function speak(text) {
  const region = find("said");
  if (!region || !text) return;
  region.append(Object.assign(document.createElement("p"), { textContent: text }));
  while (region.children.length > KEPT) region.firstElementChild?.remove();
}

/** End the paragraph. */
function end() {
  say();
  seat = undefined;
  sentences = [];
  spoken = 0;
}

document.addEventListener("donjon:settled", () => {
  const line = latest();
  if (line && line.id !== heard) {
    // It is in the log but was not played: an undo, or the viewer was away.
    heard = line.id;
    end();
    speak([...line.childNodes].filter((one) => one.nodeType === Node.TEXT_NODE).map((one) => one.textContent).join(" ").trim());
  } else if (live.querySelector("#moves, #scores")) end();
  else timer = window.setTimeout(say, BREATH);
});
