// A finger on the board hits what lies nearest: choices that are smaller than a finger, or lie closer together than
// fingers do, are tapped within so many pixels around them, and the nearest middle takes the tap.
"use strict";

import { live } from "./page.js";

const FINGER = 44;
const CHOICES = ".spots > button, [data-open='yes'], [data-open='held']";
/** Did a finger press last? */
let byTouch = false;
window.addEventListener("pointerdown", (event) => { byTouch = event.pointerType === "touch"; }, true);

/** How far a tap is from the middle of what was hit or may be meant. @param {Element} one @param {MouseEvent} tap */
function reached(one, { clientX, clientY }) {
  const { left, top, width, height } = one.getBoundingClientRect();
  const dx = Math.abs(clientX - left - width / 2), dy = Math.abs(clientY - top - height / 2);
  const isSmall = width < FINGER || height < FINGER;
  const isNear = dx <= Math.max(FINGER, width) / 2 && dy <= Math.max(FINGER, height) / 2;
  return { one, far: Math.hypot(dx, dy), isMeant: isSmall && isNear };
}

/** The choice nearer to a tap than what it hit, if there is one. @param {Element} hit @param {MouseEvent} tap */
function nearer(hit, tap) {
  const own = hit.closest(`${CHOICES}, .things > a, [data-action], [data-subject]`);
  let best = own && reached(own, tap);
  for (const one of live.querySelectorAll(CHOICES)) {
    if (!one.closest("#board-view") || one === own || !one.checkVisibility({ visibilityProperty: true })) continue;
    const other = reached(one, tap);
    if (other.isMeant && (!best || other.far < best.far)) best = other;
  }
  return best && best.one !== own ? best.one : null;
}

window.addEventListener("click", (event) => {
  const hit = /** @type {Element} */ (event.target);
  if (!event.isTrusted || !byTouch || !live.contains(hit) || !hit.closest("#board-view")) return;
  const meant = nearer(hit, event);
  if (!meant) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const { clientX, clientY } = event;
  meant.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, clientX, clientY }));
}, true);
