// Zoom and pan the board by mouse, wheel and fingers.
"use strict";

import { find, live } from "./page.js";

const of = (/** @type {Event} */ event) => /** @type {Element} */ (event.target);

// Looking around. The scale lives in a style sheet of its own, so that a new page does not undo it.
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets.push(sheet);
const look = { scale: 1, x: 0, y: 0 };
const LARGEST = 6;
/** Whether the person chose the current view, not the page. */
let byHand = false;

function limit() {
  const view = find("board-view");
  if (!view) return;
  const width = view.clientWidth, height = view.clientHeight;
  look.scale = Math.min(LARGEST, Math.max(1, look.scale));
  look.x = Math.min(0, Math.max(width - width * look.scale, look.x));
  look.y = Math.min(0, Math.max(height - height * look.scale, look.y));
}

// Spaces too small for a finger are no targets: the first tap zooms in, the next one chooses.
// (The list of spaces in the bar stays available.) A mouse points more precisely than a finger.
const fine = window.matchMedia("(pointer: fine)");
const SMALLEST = 24, SMALLEST_FOR_MOUSE = 14;
const smallest = () => fine.matches ? SMALLEST_FOR_MOUSE : SMALLEST;
function spaceWidth() {
  const space = live.querySelector(".spots > button, [data-action]");
  return space ? space.getBoundingClientRect().width : smallest();
}
const tooSmall = () => live.querySelector(".spots") !== null && spaceWidth() < smallest() && look.scale < LARGEST;

function show() {
  limit();
  // The sheet really grows, so that container queries know which words are legible (see `legible_css`), and it is
  // scrolled, so that the browser can bring the focus into view.
  sheet.replaceSync(look.scale === 1 ? "" :
    `#board-sheet { width: ${100 * look.scale}%; } #board-view { touch-action: none; cursor: grab; }`);
  find("board-view")?.scrollTo({ left: -look.x, top: -look.y, behavior: "instant" });
  if (!tooSmall()) return;
  // Links beside a space would take the tap: browsers look for one near the finger.
  sheet.insertRule(".spots > button { visibility: hidden; }");
  sheet.insertRule(".things > a { pointer-events: none; }");
}

/**
 * @param {number} factor
 * @param {number} x
 * @param {number} y
 */
function zoom(factor, x, y) {
  const before = look.scale;
  byHand = true;
  look.scale = Math.min(LARGEST, Math.max(1, look.scale * factor));
  const ratio = look.scale / before;
  look.x = x - (x - look.x) * ratio;
  look.y = y - (y - look.y) * ratio;
  show();
}

/** @param {MouseEvent} event @returns {[number, number]} */
function place(event) {
  const view = find("board-view");
  if (!view) return [0, 0];
  const box = view.getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
}

const fingers = new Map();
let dragged = false, spread = 0;
/** When and where the board was tapped last: a double tap zooms in, or out again. */
let lastTap = { when: 0, x: 0, y: 0 };

live.addEventListener("pointerdown", (event) => {
  if (!of(event).closest("#board-view")) return;
  fingers.set(event.pointerId, [event.clientX, event.clientY]);
  if (fingers.size === 1) dragged = false;
  spread = distance();
});

/** The pressed thing itself is dragged: do not pan the board. */
export function letGo() {
  fingers.clear();
  dragged = false;
}

function distance() {
  if (fingers.size < 2) return 0;
  const [[ax, ay], [bx, by]] = [...fingers.values()];
  return Math.hypot(ax - bx, ay - by);
}

window.addEventListener("pointermove", (event) => {
  const before = fingers.get(event.pointerId);
  if (!before) return;
  const dx = event.clientX - before[0], dy = event.clientY - before[1];
  if (fingers.size === 1 && !dragged && Math.hypot(dx, dy) < 6) return;
  fingers.set(event.pointerId, [event.clientX, event.clientY]);
  if (fingers.size === 1 && look.scale > 1) {
    dragged = byHand = true;
    look.x += dx;
    look.y += dy;
    show();
  } else if (fingers.size === 2) {
    dragged = true;
    const now = distance();
    if (spread > 0 && now > 0) zoom(now / spread, ...place(event));
    spread = now;
  }
});

for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) {
  window.addEventListener(name, (event) => {
    fingers.delete(event.pointerId);
    spread = distance();
  });
}

live.addEventListener("wheel", (event) => {
  if (!event.ctrlKey || !of(event).closest("#board-view")) return;
  event.preventDefault();
  zoom(Math.exp(-event.deltaY / 300), ...place(event));
}, { passive: false });

/** @param {MouseEvent} event */
const isSecondTap = ({ clientX, clientY }) =>
  Date.now() - lastTap.when < 350 && Math.hypot(clientX - lastTap.x, clientY - lastTap.y) < 15;

// A drag that ends on a space does not choose it.
live.addEventListener("click", (event) => {
  if (!of(event).closest("#board-view")) return;
  if (dragged) {
    event.preventDefault();
    event.stopPropagation();
    dragged = false;
    return;
  }
  if (of(event).closest("button, a")) return;
  if (tooSmall()) {
    event.preventDefault();
    zoom(Math.max(2.2, 30 / spaceWidth()), ...place(event));
    return;
  }
  if (isSecondTap(event)) {
    event.preventDefault();
    lastTap.when = 0;
    if (look.scale > 1) fit(); else zoom(2.5, ...place(event));
    return;
  }
  lastTap = { when: Date.now(), x: event.clientX, y: event.clientY };
  // While spaces can be chosen, any other space says why it cannot; otherwise it says what it is.
  const space = /** @type {HTMLElement | null} */ (of(event).closest("[data-action]"));
  if (!space || (!live.querySelector(".spots") && space.dataset.subject)) return;
  event.preventDefault();
  document.dispatchEvent(new CustomEvent("donjon:why", { detail: space.dataset.action }));
}, true);

live.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement | null} */ (of(event).closest("[data-zoom]")), view = find("board-view");
  if (!button || !view) return;
  /** @type {[number, number]} */
  const middle = [view.clientWidth / 2, view.clientHeight / 2];
  if (button.dataset.zoom === "fit") fit();
  else zoom(button.dataset.zoom === "in" ? 1.6 : 1 / 1.6, ...middle);
});

function fit() {
  look.scale = 1;
  look.x = look.y = 0;
  byHand = false;
  show();
}

/** Show a part of the board as large as the window allows. @param {number[]} box left, top, width, height in percent */
function lookAt(box) {
  byHand = true;
  const [, , width, height] = box;
  if (width && height) centre(box, Math.min(100 / width, 100 / height));
}

/** @param {number[]} box @param {number} scale */
function centre([left, top, width, height], scale) {
  const view = find("board-view");
  if (!view) return;
  look.scale = Math.min(LARGEST, scale);
  look.x = view.clientWidth * (0.5 - look.scale * (left + width / 2) / 100);
  look.y = view.clientHeight * (0.5 - look.scale * (top + height / 2) / 100);
  show();
}

/** Return the boxes of the things on the board, choices first. */
const boxes = (which = ".spots > button") => [...live.querySelectorAll(which)].map((one) => {
  const { left, top, width, height } = /** @type {HTMLElement} */ (one).style;
  return [left, top, width, height].map(Number.parseFloat);
});

/** Return the box around boxes, with a margin. @param {number[][]} boxes @returns {number[]} */
function around(boxes, edge = 3) {
  if (!boxes.length) return [];
  const left = Math.min(...boxes.map((box) => box[0])) - edge, top = Math.min(...boxes.map((box) => box[1])) - edge;
  const right = Math.max(...boxes.map((box) => box[0] + box[2])) + edge;
  return [left, top, right - left, Math.max(...boxes.map((box) => box[1] + box[3])) + edge - top];
}

live.addEventListener("click", (event) => {
  const said = of(event).closest("[data-look]")?.getAttribute("data-look");
  if (said) lookAt(said === "choices" ? around(boxes()) : said.split(" ").map(Number));
});

// When the browser scrolls to the focus, the view follows.
live.addEventListener("scroll", (event) => {
  const view = of(event);
  if (view.id !== "board-view") return;
  look.x = -view.scrollLeft;
  look.y = -view.scrollTop;
}, true);

// On a phone the first view of the viewer's decision shows its choices large enough to read and tap, as many as fit;
// events are followed where their words are legible. A view that the person chose is left alone.
const phone = window.matchMedia("(max-width: 699px), (max-width: 1199px) and (max-height: 500px) and (orientation: landscape)");
const COMFORTABLE = 44;

/** The scale from which most words of the board are legible. */
function legible() {
  const view = find("board-view"), board = live.querySelector("#picture > svg");
  if (!view || !board) return 1;
  // One pixel more, so that rounding does not hide the words.
  return Math.max(1, (Number(getComputedStyle(board).getPropertyValue("--legible")) + 1) / view.clientWidth);
}

/** The scale at which all choices can be read and tapped, and the one at which that is easy. @param {number[][]} all */
function scales(all) {
  const view = find("board-view");
  if (!view) return [1, 1];
  const smallest = Math.min(...all.flatMap(([, , width, height]) =>
    [width * view.clientWidth / 100, height * view.clientHeight / 100]));
  const least = Math.max(legible(), SMALLEST / smallest);
  return [least, Math.max(least, COMFORTABLE / smallest)];
}

/** Return the boxes within a part of the board. @param {number[][]} all @param {number} left @param {number} top @param {number} size */
const within = (all, left, top, size) => all.filter(([x, y, width, height]) =>
  x > left - 0.5 && y > top - 0.5 && x + width < left + size + 0.5 && y + height < top + size + 0.5);

/** Return the boxes that are visible. @param {number[][]} all */
function inSight(all) {
  const view = find("board-view"), { scale, x, y } = look;
  if (!view) return [];
  return within(all, -100 * x / view.clientWidth / scale, -100 * y / view.clientHeight / scale, 100 / scale);
}

/** Bring an event into view, unless it is visible. @param {number[] | undefined} box */
function follow(box) {
  if (!phone.matches || byHand || !box) return;
  const scale = legible();
  if (look.scale < scale - 0.01 || !inSight([box]).length) centre(box, scale);
}

/** The choices that were there when the page was last looked at. */
let decision = "";

/** On a large screen the whole board is shown; a zoomed view is reset when the choices change. */
function lookAgain() {
  const before = decision, all = boxes();
  decision = [...live.querySelectorAll(".spots > button")].map((one) => one.id).join();
  if (!phone.matches && decision !== before && inSight(all).length < all.length) fit();
}

function firstLook() {
  const view = find("board-view"), all = boxes();
  lookAgain();
  if (!view || !phone.matches) return;
  if (!all.length) { if (!byHand) fit(); return; }
  const [least, easy] = scales(all);
  const seen = inSight(all);
  if (look.scale > least - 0.01 && (byHand ? seen.length : seen.length === all.length)) return;
  const [, , width, height] = around(all), whole = Math.min(100 / width, 100 / height);
  const scale = Math.min(LARGEST, Math.max(least, Math.min(easy, whole)));
  const near = most(all, 100 / scale);
  // They are spread over the board, and less than a quarter of it would be visible: let a tap zoom in.
  if (near.length < all.length && scale > 2) centre(around(all), Math.max(1, whole));
  else centre(around(near, 0), scale);
  byHand = false;
}

/** The targets of the lesson's guide so far. */
let pointed = "";

/** Bring the guide's targets into view, with the choices. */
function pointedLook() {
  const before = pointed, all = boxes("#pointers > i");
  pointed = all.join(" ");
  if (pointed === before || inSight(all).length === all.length) return;
  const box = around([...all, ...boxes()]), [, , width, height] = box;
  centre(box, Math.max(1, Math.min(100 / width, 100 / height)));
}

/** Return as many boxes as fit into a part of the board of a size. @param {number[][]} all @param {number} size */
function most(all, size) {
  /** @type {number[][]} */
  let best = [];
  for (const left of new Set(all.map((box) => box[0]))) for (const top of new Set(all.map((box) => box[1]))) {
    const found = within(all, left, top, size);
    if (found.length > best.length) best = found;
    if (best.length === all.length) return best;
  }
  return best.length ? best : all.slice(0, 1);
}

document.addEventListener("donjon:moment", (event) => follow(/** @type {CustomEvent} */ (event).detail.box));
window.addEventListener("resize", show);
phone.addEventListener("change", () => { if (phone.matches || byHand) firstLook(); else fit(); });

document.addEventListener("donjon:settled", settle);
function settle() {
  const buttons = find("zoom"), looks = find("looks"), mine = find("look-choices");
  if (buttons) buttons.hidden = false;
  if (looks) looks.hidden = false;
  if (mine) mine.hidden = !live.querySelector(".spots > button");
  show();
  firstLook();
  pointedLook();
}
settle();
