// Move around the board with the arrow keys: to choices, to things with an explanation, and to things that are only
// drawn. Each place is announced. The whole board is one tab stop.
"use strict";

import { find, live } from "./page.js";
import { tried } from "./sending.js";

/** The button for a drawn place while the focus is there. */
const WALKER = "walker";
const ON_BOARD = `.spots > button, .things > a, #${WALKER}`;
/** Milliseconds on a place before its sentence is fetched. */
const REST = 180;
/** The element in the tab order. @type {HTMLElement | null} */
let stop = null;

/** Buttons and links over the board. @returns {HTMLElement[]} */
const controls = () => [...live.querySelectorAll(ON_BOARD)].map((one) => /** @type {HTMLElement} */ (one));

function rove() {
  const all = controls(), choice = all.find((one) => one.closest(".spots"));
  const first = stop && all.includes(stop) ? stop : choice ?? all[0];
  for (const one of all) one.tabIndex = one === first ? 0 : -1;
}
live.addEventListener("focusin", (event) => {
  const one = /** @type {HTMLElement} */ (event.target);
  if (!one.closest(ON_BOARD)) return;
  stop = one;
  rove();
});

// Leaving a drawn place returns the tab stop to the choices.
live.addEventListener("focusout", (event) => {
  const to = /** @type {Element | null} */ (event.relatedTarget);
  if (stop?.id !== WALKER || to?.closest(ON_BOARD)) return;
  stop = null;
  rove();
});

/** @typedef {{x: number, y: number, on: Element}} Place */

/** @param {Element} one @returns {Place} */
function at(one) {
  const { left, top, width, height } = one.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2, on: one };
}

/** Return all places of the board: controls, and drawn things without one. */
export function places() {
  const own = controls().filter((one) => one.id !== WALKER && one.getClientRects().length > 0);
  const known = new Set(own.map((one) => one.dataset.subject)), taken = new Set(own.map((one) => one.getAttribute("value")));
  const drawn = [...live.querySelectorAll("#picture [data-subject]")].filter((one) => {
    const subject = one.getAttribute("data-subject") ?? "", action = one.getAttribute("data-action");
    const isNew = !known.has(subject) && !(action !== null && taken.has(action)) && one.getClientRects().length > 0;
    if (isNew) known.add(subject);
    return isNew;
  });
  return [...own, ...drawn].map(at);
}

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** The column of the last sideways move: up and down go straight on hexes. */
let line = { x: 0, y: 0 };

/**
 * Return the nearest place in a direction; if there is none, the least sideways one.
 * @param {Place} here
 * @param {[number, number]} way
 */
export function neighbour(here, [right, down]) {
  /** @type {Place | null} */
  let best = null;
  let least = Infinity;
  for (const other of places()) {
    const dx = other.x - here.x, dy = other.y - here.y, along = dx * right + dy * down;
    if (other.on === here.on || along < 2) continue;
    const aside = Math.abs(dx * down) + Math.abs(dy * right);
    const astray = Math.abs(right ? other.y - line.y : other.x - line.x);
    const cost = aside <= along ? Math.hypot(along, aside) + 0.1 * astray : 1e4 + along + 2 * aside;
    if (cost < least) { least = cost; best = other; }
  }
  return best;
}

live.addEventListener("keydown", (event) => {
  const way = ARROWS[event.key], on = /** @type {Element} */ (event.target).closest(ON_BOARD);
  if (!way || !on) return;
  event.preventDefault();
  const here = { ...at(on), on: on.id === WALKER && standing ? standing : on };
  if (way[0]) line.y = Math.abs(line.y - here.y) < 40 ? line.y : here.y;
  else line.x = Math.abs(line.x - here.x) < 40 ? line.x : here.x;
  const next = neighbour(here, way);
  if (!next) return;
  if (way[0]) line.x = next.x;
  else line.y = next.y;
  go(next.on);
});

/** The drawn place that has the focus. @type {Element | null} */
let standing = null;
let timer = 0;

/** @param {Element} one */
function go(one) {
  const isControl = one.matches(".spots > button, .things > a"), value = one.getAttribute("value");
  standing = isControl ? null : one;
  const target = /** @type {HTMLElement} */ (isControl ? one : walker(one));
  target.focus({ preventScroll: false });
  const drawn = value && live.querySelector(`#picture [data-action="${CSS.escape(value)}"]`);
  const subject = (drawn || one).getAttribute("data-subject");
  clearTimeout(timer);
  if (subject) timer = window.setTimeout(() => say(subject, target), REST);
}

/** Return the button over a drawn place. @param {Element} drawn */
function walker(drawn) {
  const sheet = find("board-sheet"), box = drawn.getBoundingClientRect();
  const fresh = () => Object.assign(document.createElement("button"), { id: WALKER, type: "button", className: "thing" });
  const button = find(WALKER) ?? fresh();
  if (!sheet) return button;
  if (button.parentElement !== sheet) sheet.append(button);
  const { left, top, width, height } = sheet.getBoundingClientRect();
  Object.assign(button.style, {
    left: `${(box.left - left) / width * 100}%`, top: `${(box.top - top) / height * 100}%`,
    width: `${box.width / width * 100}%`, height: `${box.height / height * 100}%`,
  });
  button.setAttribute("aria-label", drawn.querySelector("title")?.textContent ?? drawn.getAttribute("data-subject") ?? "");
  return button;
}

/** Announce a place: what it is, who is there, what can be done or why nothing. @param {string} subject @param {Element} on */
async function say(subject, on) {
  const answer = /** @type {HTMLElement | null} */ (live.querySelector(".answer")), region = find("walked");
  if (!answer || !region) return;
  const address = new URL(answer.dataset.from ?? "", location.href);
  address.searchParams.set("about", subject);
  const got = await tried(address, () => ({ headers: { "x-frame": live.dataset.frame ?? "" } }));
  if (document.activeElement !== on) return;
  if (!got?.ok) {
    region.textContent = find("loading")?.dataset.failed ?? "";
    return;
  }
  const page = document.createElement("template");
  page.innerHTML = got.text;
  for (const rule of page.content.querySelectorAll(".rule")) rule.remove();
  const said = [...page.content.querySelectorAll("#reply-title, .reply-text li, .notice")];
  const words = said.map((one) => (one.textContent ?? "").trim().replace(/[^.!?]$/, "$&.")).join(" ");
  if (on.id === WALKER) on.setAttribute("aria-label", words);
  region.textContent = words;
}

live.addEventListener("click", (event) => {
  if (!/** @type {Element} */ (event.target).closest(`#${WALKER}`) || !standing) return;
  event.preventDefault();
  const action = standing.getAttribute("data-action"), asks = action !== null && live.querySelector(".spots");
  const detail = asks ? action : standing.getAttribute("data-subject");
  document.dispatchEvent(new CustomEvent(asks ? "donjon:why" : "donjon:about", { detail }));
});

// After a choice its button is gone: keep the focus at the table. When the viewer's turn starts, focus the first one.
let kept = "";
live.addEventListener("focusin", (event) => { kept = /** @type {Element} */ (event.target).id; });
live.addEventListener("pointerdown", () => { kept = ""; });
document.addEventListener("donjon:settled", () => {
  if (document.activeElement?.id !== WALKER) find(WALKER)?.remove();
  rove();
  if (!kept || (document.activeElement && document.activeElement !== document.body)) return;
  const wanted = [find(kept), ...live.querySelectorAll(kept.startsWith("spot-") ? ".spots > button" : "#moves button, #many button"),
    ...live.querySelectorAll("#moves button, #many button, .spots > button"), find("log-scroll")];
  // Folded or hidden elements take no focus: use the first that does.
  for (const one of wanted) {
    /** @type {HTMLElement | null} */ (one)?.focus({ preventScroll: true });
    if (document.activeElement !== document.body) return;
  }
});
rove();
