// Show what a tapped thing is, what an action would do, and why something cannot be chosen.
"use strict";

import { find, live } from "./page.js";
import { Errand, TRIES, tried } from "./sending.js";

const place = () => /** @type {HTMLElement | null} */ (live.querySelector(".answer"));

/** The element that asked: the focus returns to it. */
/** @type {HTMLElement | null} */
let opener = null;
const question = new Errand("loading", "asking");
/** The question of a resting pointer; a press replaces it. */
let resting = new AbortController();

/** How often a question is repeated because the page changed before its answer. */
const AGAIN = 3;

/**
 * Fetch an answer as a part of a page; null if another question was asked meanwhile. If others have acted since, the
 * question of a press is repeated for the new page; that of a resting pointer is not.
 * @param {Record<string, string>} asked
 * @param {boolean} isResting
 * @param {number} again how many repetitions are left
 * @returns {Promise<{ from: HTMLElement, text: string } | null>}
 */
async function fetched(asked, isResting = false, again = AGAIN) {
  const from = place();
  if (!from || (isResting && question.isUnderWay)) return null;
  const address = new URL(from.dataset.from ?? "", location.href);
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value);
  resting.abort();
  resting = new AbortController();
  const how = () => ({ headers: { "x-frame": live.dataset.frame ?? "" } });
  // The coach needs up to four timeouts.
  const way = { isAnswer: isAnswered, tries: "hint" in asked ? 4 : TRIES, signal: resting.signal };
  const answer = await (isResting ? tried(address, how, { ...way, tries: 1 }) : question.run(address, how, way));
  if (answer && from.isConnected) return { from, text: answer.text };
  return answer && !isResting && again ? fetched(asked, isResting, again - 1) : null;
}

const isAnswered = (/** @type {import("./sending.js").Answer} */ answer) => answer.ok;

/** Does the shown answer belong to a resting pointer? */
let passing = false;

/**
 * @param {Record<string, string>} asked
 * @param {boolean} isResting asked by a resting pointer: the focus stays
 */
async function show(asked, isResting = false) {
  const answer = await fetched(asked, isResting);
  if (!answer || (isResting && answer.from.firstElementChild && !passing)) return;
  passing = isResting;
  hush();
  const fresh = document.createElement("template");
  fresh.innerHTML = answer.text;
  const first = /** @type {HTMLElement | null} */ (fresh.content.querySelector("[autofocus]"));
  first?.removeAttribute("autofocus");
  answer.from.replaceChildren(fresh.content);
  point(answer.from);
  if (!isResting) first?.focus({ preventScroll: true });
}

document.addEventListener("donjon:hover", (event) => show({ consider: /** @type {CustomEvent} */ (event).detail }, true));
document.addEventListener("donjon:about", (event) => show({ about: /** @type {CustomEvent} */ (event).detail }));
document.addEventListener("donjon:leave", () => {
  resting.abort();
  if (passing) place()?.replaceChildren();
  passing = false;
});

/** Show at the tap why something cannot be chosen, or that it can. @param {string} action */
async function why(action) {
  const answer = await fetched({ ask: action });
  if (!answer) return;
  const thing = live.querySelector(`#picture [data-action="${CSS.escape(action)}"]`);
  if (thing) {
    const { left, top, bottom, width } = thing.getBoundingClientRect();
    last = { x: left + width / 2, top, bottom };
  }
  bubble(answer.text);
  if (thing && !find("bubble")?.querySelector(".allows")) mark(thing);
}

/** When a bubble was shown, and the milliseconds it stays at least, so that it can be read. */
let shownAt = -Infinity;
const TO_BE_READ = 2000;

/** Where the last press was, in the window, or the thing that it was about. */
let last = { x: innerWidth / 2, top: innerHeight / 2, bottom: innerHeight / 2 };
document.addEventListener("pointerdown", ({ clientX, clientY }) => {
  last = { x: clientX, top: clientY, bottom: clientY };
}, true);

/**
 * Show a bubble at the press: above it, or below it if that covers fewer choices.
 * @param {string} markup
 */
function bubble(markup) {
  const box = find("bubble");
  if (!box) return;
  hush();
  shownAt = performance.now();
  box.innerHTML = markup;
  box.hidden = false;
  const { width, height } = box.getBoundingClientRect(), edge = 8;
  const left = Math.min(Math.max(edge, last.x - width / 2), innerWidth - width - edge);
  const above = last.top - height - 14, below = last.bottom + 18;
  const fits = [above, below].filter((top) => top > edge && top + height + edge < innerHeight);
  const covered = fits.map((top) => openWithin(left, top, left + width, top + height));
  const best = fits[covered.indexOf(Math.min(...covered))];
  box.style.left = `${left}px`;
  box.style.top = `${best ?? Math.max(edge, Math.min(below, innerHeight - height - edge))}px`;
}

/**
 * Count the choices on the board whose centre is in a rectangle.
 * @param {number} left @param {number} top @param {number} right @param {number} bottom
 */
function openWithin(left, top, right, bottom) {
  return [...live.querySelectorAll(".spots > button")].filter((spot) => {
    const box = spot.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + box.height / 2;
    return x > left && x < right && y > top && y < bottom;
  }).length;
}

/** Number the coach's suggestions on the board. @param {HTMLElement} answer */
function point(answer) {
  const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (answer.querySelectorAll(".advice button"));
  for (const [number, button] of buttons.entries()) {
    const thing = find(`spot-${button.value}`);
    if (thing) mark(thing, "advised-mark", String(number + 1));
  }
}

/**
 * Show what a refusal or an advice is about.
 * @param {Element} thing
 * @param {string} kind
 * @param {string} words
 */
function mark(thing, kind = "refused-mark", words = "") {
  const sheet = find("board-sheet"), box = thing.getBoundingClientRect();
  if (!sheet) return;
  const one = document.createElement("span"), { left, top, width, height } = sheet.getBoundingClientRect();
  // On a small thing the number would hide its text: put it above.
  one.className = words && Math.min(box.width, box.height) < 48 ? `${kind} small` : kind;
  if (words) one.append(Object.assign(document.createElement("b"), { textContent: words }));
  one.setAttribute("aria-hidden", "true");
  Object.assign(one.style, {
    left: `${(box.left - left) / width * 100}%`, top: `${(box.top - top) / height * 100}%`,
    width: `${box.width / width * 100}%`, height: `${box.height / height * 100}%`,
  });
  sheet.append(one);
}

/** Mark the place that a button asks about, if it says where that is. @param {HTMLElement | null} button */
function markAsked(button) {
  const [left, top, width, height] = button?.dataset.box?.split(" ") ?? [];
  if (!height) return;
  const one = Object.assign(document.createElement("span"), { className: "refused-mark", ariaHidden: "true" });
  Object.assign(one.style, { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` });
  find("board-sheet")?.append(one);
}

function hush() {
  for (const one of live.querySelectorAll(".refused-mark, .advised-mark")) one.remove();
  const box = find("bubble");
  if (!box) return;
  box.hidden = true;
  box.replaceChildren();
}

// A tap on the answer itself closes it, too: it may cover the next choice. Handled before all others, because taking a
// thing stops the event.
window.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (live.contains(target) && !target.closest("#bubble :is(a, button, input, summary)")) hush();
}, true);

live.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target), answer = place();
  if (!answer || event.defaultPrevented) return;
  if (target.closest("[data-back]")) {
    event.preventDefault();
    back();
    return;
  }
  if (!answer.contains(target)) opener = target.closest("button, a, [data-subject]");
  const thing = /** @type {HTMLElement | null} */ (target.closest("[data-subject]"));
  if (!thing || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  show({ about: thing.dataset.subject ?? "" });
});

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.getAttribute("method") === "post" && live.contains(form)) {
    // A choice was made: close the answer.
    question.cancel();
    // But only after the form has read which button was pressed.
    setTimeout(() => { place()?.replaceChildren(); hush(); });
  }
  if (form.getAttribute("method") !== "get" || !live.contains(form) || form.id === "scrub") return;
  event.preventDefault();
  const said = Object.fromEntries(/** @type {any} */ (new FormData(form, event.submitter)));
  if (form.id === "ask") why(said.ask);
  else show(said).then(() => markAsked(event.submitter));
});

document.addEventListener("donjon:why", (event) => why(/** @type {CustomEvent} */ (event).detail));
document.addEventListener("donjon:notice", (event) => {
  const { text, rule, href } = /** @type {CustomEvent} */ (event).detail;
  const words = document.createElement("p");
  words.id = "notice";
  words.className = "notice";
  words.append(text);
  if (rule) {
    const link = Object.assign(document.createElement("a"), { className: "rule", href, textContent: rule });
    words.append(" ", link);
  }
  bubble(words.outerHTML);
});

function back() {
  hush();
  place()?.replaceChildren();
  if (opener && opener.isConnected) opener.focus({ preventScroll: true });
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  question.cancel();
  hush();
  if (place()?.firstElementChild) back();
});
// A refusal belongs to the page that showed it, but a new one must stay long enough to be read.
function hushWhenRead() {
  if (performance.now() - shownAt > TO_BE_READ) hush();
}
document.addEventListener("donjon:moment", hushWhenRead);
document.addEventListener("donjon:settled", hushWhenRead);
