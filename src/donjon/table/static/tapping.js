// Direct a tap on the board to the nearest target: choices smaller than a finger, or closer together than fingers are,
// accept taps within some pixels around them. The nearest centre wins, of a choice or of the thing under the finger.
"use strict";

import { find, live } from "./page.js";

const FINGER = 44;
const CHOICES = ".spots > button, [data-open='yes'], [data-open='held']";
const THINGS = `${CHOICES}, a, button, [data-action], [data-subject]`;
/**
 * Where a finger pressed last, if it was one. The browser's click does not help: it is moved to a nearby button, which
 * may be another hex.
 * @type {PointerEvent | null}
 */
let touch = null;
window.addEventListener("pointerdown", (event) => { touch = event.pointerType === "touch" ? event : null; }, true);

/** Choices too small for a finger are hidden (looking.js). @param {Element} one */
const seen = (one) => one.checkVisibility({ visibilityProperty: true });

/** Return the distance of a tap from the centre of a target. @param {Element} one @param {MouseEvent} tap */
function reached(one, { clientX, clientY }) {
  const { left, top, width, height } = one.getBoundingClientRect();
  const dx = Math.abs(clientX - left - width / 2), dy = Math.abs(clientY - top - height / 2);
  const isSmall = width < FINGER || height < FINGER;
  const isNear = dx <= Math.max(FINGER, width) / 2 && dy <= Math.max(FINGER, height) / 2;
  return { one, far: Math.hypot(dx, dy), isMeant: isSmall && isNear };
}

/** Return the thing under a finger; mere decoration, such as a river, does not hide it. @param {MouseEvent} tap */
function under({ clientX, clientY }) {
  for (const one of document.elementsFromPoint(clientX, clientY)) {
    const thing = one.closest("#board-view") && one.closest(THINGS);
    if (!thing) continue;
    // Where the drawing extends beyond its choice, it still means that choice.
    const choice = find(`spot-${thing.getAttribute("data-action")}`);
    return choice && seen(choice) ? choice : thing;
  }
  return null;
}

/** Return the target of a tap: a choice, or the thing under the finger if that is nearer. @param {MouseEvent} tap */
function meant(tap) {
  const own = under(tap);
  let best = own && reached(own, tap);
  for (const one of live.querySelectorAll(CHOICES)) {
    if (!one.closest("#board-view") || one === own || !seen(one)) continue;
    const other = reached(one, tap);
    if (other.isMeant && (!best || other.far < best.far)) best = other;
  }
  return best?.one;
}

window.addEventListener("click", (event) => {
  const hit = /** @type {Element} */ (event.target);
  if (!event.isTrusted || !touch || !live.contains(hit) || !hit.closest("#board-view")) return;
  const { clientX, clientY } = touch, one = meant(touch);
  if (!one || one === hit.closest(THINGS)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  one.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, clientX, clientY }));
}, true);
