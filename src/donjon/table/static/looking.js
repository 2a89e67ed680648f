// Looking around on the board: nearer, farther, moved aside, by mouse, wheel and fingers.
"use strict";

import { find, live } from "./page.js";

const of = (/** @type {Event} */ event) => /** @type {Element} */ (event.target);

// Looking around. The transform lives in a style sheet of its own, so that a new page does not undo it.
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets.push(sheet);
const look = { scale: 1, x: 0, y: 0 };
const LARGEST = 6;

function limit() {
  const view = find("board-view");
  if (!view) return;
  const width = view.clientWidth, height = view.clientHeight;
  look.scale = Math.min(LARGEST, Math.max(1, look.scale));
  look.x = Math.min(0, Math.max(width - width * look.scale, look.x));
  look.y = Math.min(0, Math.max(height - height * look.scale, look.y));
}

// Spaces too small for a finger are no targets: the first tap looks closer, the next one chooses.
// (The list of spaces in the bar stays, for whoever does not tap.)
const SMALLEST = 24;
function spaceWidth() {
  const space = live.querySelector(".spots > button, [data-action]");
  return space ? space.getBoundingClientRect().width : SMALLEST;
}
const tooSmall = () => live.querySelector(".spots") !== null && spaceWidth() < SMALLEST && look.scale < LARGEST;

function show() {
  limit();
  const moved = `translate(${look.x}px, ${look.y}px) scale(${look.scale})`;
  sheet.replaceSync(look.scale === 1 ? "" :
    `#board-sheet { transform: ${moved}; } #board-view { touch-action: none; cursor: grab; }`);
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
let dragged = false, spread = 0, lastTap = 0;

live.addEventListener("pointerdown", (event) => {
  if (!of(event).closest("#board-view")) return;
  fingers.set(event.pointerId, [event.clientX, event.clientY]);
  if (fingers.size === 1) dragged = false;
  spread = distance();
});

/** What is pressed is dragged itself: the board stays where it is. */
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
    dragged = true;
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

// A drag that ends on a space is no choice.
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
  const now = Date.now();
  if (now - lastTap < 350) {
    event.preventDefault();
    lastTap = 0;
    if (look.scale > 1) { look.scale = 1; look.x = look.y = 0; show(); } else zoom(2.5, ...place(event));
    return;
  }
  lastTap = now;
  // While there are spaces to choose from, any other one says why it is none; else it says what it is.
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
  if (button.dataset.zoom === "fit") { look.scale = 1; look.x = look.y = 0; show(); }
  else zoom(button.dataset.zoom === "in" ? 1.6 : 1 / 1.6, ...middle);
});

/** Show a part of the board as large as the window allows. @param {number[]} box left, top, width, height in percent */
function lookAt([left, top, width, height]) {
  const view = find("board-view");
  if (!view || !width || !height) return;
  look.scale = Math.min(LARGEST, 100 / width, 100 / height);
  look.x = view.clientWidth * (0.5 - look.scale * (left + width / 2) / 100);
  look.y = view.clientHeight * (0.5 - look.scale * (top + height / 2) / 100);
  show();
}

/** Where all lies that can be chosen on the board, with something around it. @returns {number[]} */
function choices() {
  const boxes = [...live.querySelectorAll(".spots > button")].map((one) => {
    const { left, top, width, height } = /** @type {HTMLElement} */ (one).style;
    return [left, top, width, height].map(Number.parseFloat);
  });
  if (!boxes.length) return [];
  const edge = 3, left = Math.min(...boxes.map((box) => box[0])) - edge, top = Math.min(...boxes.map((box) => box[1])) - edge;
  const right = Math.max(...boxes.map((box) => box[0] + box[2])) + edge;
  return [left, top, right - left, Math.max(...boxes.map((box) => box[1] + box[3])) + edge - top];
}

live.addEventListener("click", (event) => {
  const said = of(event).closest("[data-look]")?.getAttribute("data-look");
  if (said) lookAt(said === "choices" ? choices() : said.split(" ").map(Number));
});

window.addEventListener("resize", show);

document.addEventListener("donjon:settled", settle);
function settle() {
  const buttons = find("zoom"), looks = find("looks"), mine = find("look-choices");
  if (buttons) buttons.hidden = false;
  if (looks) looks.hidden = false;
  if (mine) mine.hidden = !live.querySelector(".spots > button");
  show();
}
settle();
