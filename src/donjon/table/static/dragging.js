// Drag anything that can be tapped. A thing that can be taken is taken where it is dropped on the board; a thing that
// is carried to places (data-carry: these actions, or all on the board) chooses the place it is dropped on. A piece on
// the board (a child of data-lifts) whose place can be chosen is lifted there and put where it is dropped. A drop plays
// what taps would have played; where that takes two taps, the second follows the first.
"use strict";

import { isOpen, take, thingNamed } from "./handling.js";
import { letGo } from "./looking.js";
import { find, live } from "./page.js";

const FAR = 6; // so many pixels make a press a drag

/** What is pressed and, once it is dragged, its picture. */
/** @type {{thing: Element, pointer: number, x: number, y: number, ghost: HTMLElement | null} | null} */
let grip = null;
/** What to do on the next page. @type {(() => void) | null} */
let next = null;
let dropped = false;
// Places above something that can be carried: a finger there does not scroll the page.
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets.push(sheet);

/** @param {number} x @param {number} y */
const under = (x, y) => document.elementsFromPoint(x, y).filter((one) => live.contains(one));
const spots = () => /** @type {HTMLElement[]} */ ([...live.querySelectorAll(".spots > button")]);

/** The places to which a thing can be carried. @param {Element} thing */
function places(thing) {
  const said = thing.getAttribute("data-carry");
  if (said === null) return [];
  const only = said.split(" ").filter(Boolean).map((action) => `spot-${action}`);
  return spots().filter((spot) => !only.length || only.includes(spot.id));
}

/** The places that can be chosen and on which a piece stands, by the piece: of this page. @type {Map<Element, HTMLElement>} */
let lifts = new Map();

/** Find the pieces that can be lifted; everything is measured once, because there may be many. */
function liftable() {
  const boxes = spots().map((spot) => ({ spot, box: spot.getBoundingClientRect() }));
  const found = new Map();
  for (const piece of boxes.length ? live.querySelectorAll("#board [data-lifts] > *") : []) {
    const { left, top, width, height } = piece.getBoundingClientRect(), x = left + width / 2, y = top + height / 2;
    const under = boxes.find(({ box }) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom);
    if (under) found.set(piece, under.spot);
  }
  return found;
}

/** @param {Element} thing */
const canBeDragged = (thing) => !live.classList.contains("telling") &&
  (isOpen(thing) || places(thing).length > 0 || lifts.has(thing));

/** The thing under a press that can be dragged. @param {PointerEvent} event */
function gripped(event) {
  for (const one of under(event.clientX, event.clientY)) {
    const thing = one.closest("[data-open], [data-carry]");
    if (thing && canBeDragged(thing)) return thing;
  }
  const pressed = under(event.clientX, event.clientY);
  return [...lifts].find(([piece, spot]) => pressed.includes(spot) && canBeDragged(piece))?.[0] ?? null;
}

window.addEventListener("pointerdown", (event) => {
  next = null;
  if (grip || !event.isPrimary) return cancel(); // a second finger
  if (event.button !== 0) return;
  const thing = gripped(event);
  if (thing) grip = { thing, pointer: event.pointerId, x: event.clientX, y: event.clientY, ghost: null };
}, true);

window.addEventListener("pointermove", (event) => {
  if (!grip || event.pointerId !== grip.pointer) return;
  const { clientX: x, clientY: y } = event;
  if (!grip.ghost) {
    if (Math.hypot(x - grip.x, y - grip.y) < FAR) return;
    if (!grip.thing.isConnected || !canBeDragged(grip.thing)) return cancel();
    letGo();
    begin(grip);
  }
  if (grip.ghost) Object.assign(grip.ghost.style, { left: `${x}px`, top: `${y}px` });
  const place = placeAt(grip.thing, x, y);
  for (const spot of spots()) spot.classList.toggle("over", spot === place);
}, true);

window.addEventListener("pointerup", (event) => {
  if (!grip || event.pointerId !== grip.pointer) return;
  const { thing, ghost } = grip, { clientX: x, clientY: y } = event;
  cancel();
  if (!ghost) return;
  dropped = true; // the click that follows is none
  setTimeout(() => { dropped = false; });
  if (thing.isConnected) drop(thing, x, y);
}, true);

/** @param {{thing: Element, ghost: HTMLElement | null}} drag */
function begin(drag) {
  const { thing } = drag;
  drag.ghost = document.body.appendChild(picture(thing));
  thing.classList.add("dragged");
  live.classList.add("dragging");
  for (const spot of places(thing)) spot.classList.add("target");
}

/** A picture of a thing, as large as it is. @param {Element} thing */
function picture(thing) {
  const ghost = document.createElement("div"), { width, height, left, top } = thing.getBoundingClientRect();
  const copy = /** @type {Element} */ (thing.cloneNode(true));
  for (const one of [copy, ...copy.querySelectorAll("[id]")]) one.removeAttribute("id");
  const board = thing instanceof SVGElement && thing.ownerSVGElement;
  if (board) {
    const whole = board.getBoundingClientRect(), seen = board.viewBox.baseVal, scale = seen.width / whole.width;
    const frame = /** @type {SVGSVGElement} */ (board.cloneNode(false));
    const box = [seen.x + (left - whole.left) * scale, seen.y + (top - whole.top) * scale, width * scale, height * scale];
    frame.removeAttribute("id");
    frame.setAttribute("viewBox", box.join(" "));
    frame.append(copy);
    ghost.append(frame);
  } else ghost.append(copy);
  ghost.className = "ghost";
  ghost.setAttribute("aria-hidden", "true");
  Object.assign(ghost.style, { width: `${width}px`, height: `${height}px` });
  return ghost;
}

/** Restore the state before the press. */
function cancel() {
  grip?.ghost?.remove();
  grip?.thing.classList.remove("dragged");
  grip = null;
  live.classList.remove("dragging");
  for (const spot of spots()) spot.classList.remove("target", "over");
}

/** @param {Element} thing @param {number} x @param {number} y */
const placeAt = (thing, x, y) => places(thing).find((spot) => under(x, y).includes(spot));

/** @param {Element} thing @param {number} x @param {number} y */
function drop(thing, x, y) {
  const place = placeAt(thing, x, y), name = thing.getAttribute("data-piece") ?? "", from = lifts.get(thing);
  if (from) {
    if (under(x, y).includes(from) || !under(x, y).some((one) => one.id === "board")) return;
    next = () => putDown(x, y);
    from.click();
  } else if (place) {
    next = () => {
      const again = name && thingNamed(name);
      if (again) take(again);
    };
    place.click();
  } else if (isOpen(thing) && under(x, y).some((one) => one.id === "board") && !under(x, y).includes(thing)) {
    next = () => under(x, y).find((one) => one.matches(".spots > button"))?.dispatchEvent(press());
    take(thing);
  }
}

/** Put the lifted piece here, or say why that is not possible. @param {number} x @param {number} y */
function putDown(x, y) {
  const here = under(x, y), place = here.find((one) => one.matches(".spots > button"));
  const closed = here.find((one) => one.hasAttribute("data-action"))?.getAttribute("data-action");
  if (place) place.dispatchEvent(press());
  else if (closed) document.dispatchEvent(new CustomEvent("donjon:why", { detail: closed }));
}

const press = () => new MouseEvent("click", { bubbles: true, cancelable: true });

window.addEventListener("pointercancel", cancel, true);
window.addEventListener("keydown", (event) => {
  next = null;
  if (event.key !== "Escape" || !grip) return;
  event.stopImmediatePropagation();
  cancel();
}, true);
window.addEventListener("click", (event) => {
  if (!dropped || !event.isTrusted) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
// Prevent the browser's own dragging of links and pictures.
live.addEventListener("dragstart", (event) => event.preventDefault());

function settle() {
  const follow = next;
  next = null;
  lifts = liftable();
  const things = carried(), lifted = new Set(lifts.values());
  const above = spots().filter((spot) => lifted.has(spot) || things.some((thing) => lies(thing, spot)));
  sheet.replaceSync(above.map((spot) => `#${spot.id} { touch-action: none; }`).join("\n"));
  follow?.();
}
const carried = () => [...live.querySelectorAll("#board [data-carry]")].filter((thing) => places(thing).length > 0);

/** Return whether a thing is under a place. @param {Element} thing @param {Element} place */
function lies(thing, place) {
  const one = thing.getBoundingClientRect(), other = place.getBoundingClientRect();
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
document.addEventListener("donjon:moment", cancel);
document.addEventListener("donjon:settled", () => { cancel(); settle(); });
settle();
