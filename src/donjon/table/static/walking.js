// Moving among the things and places on the board with the arrow keys.
"use strict";

import { find, live } from "./page.js";

// The things on the board are one stop of the tabulator; the arrow keys go on from there.
/** @type {HTMLElement | null} */
let stop = null;
function rove() {
  /** @type {HTMLElement[]} */
  const things = [...live.querySelectorAll(".things > a")].map((thing) => /** @type {HTMLElement} */ (thing));
  const first = stop && things.includes(stop) ? stop : things[0];
  for (const thing of things) thing.tabIndex = thing === first ? 0 : -1;
}
live.addEventListener("focusin", (event) => {
  const thing = /** @type {HTMLElement} */ (event.target);
  if (!thing.closest(".things > a")) return;
  stop = thing;
  rove();
});

// The arrow keys go from one place to the nearest in that direction.
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
live.addEventListener("keydown", (event) => {
  const direction = ARROWS[event.key], here = /** @type {Element} */ (event.target).closest(".spots > button, .things > a");
  if (!direction || !here) return;
  event.preventDefault();
  const from = here.getBoundingClientRect();
  /** @type {HTMLElement | null} */
  let best = null;
  let least = Infinity;
  for (const one of here.parentElement?.children ?? []) {
    const other = /** @type {HTMLElement} */ (one);
    if (other === here) continue;
    const to = other.getBoundingClientRect();
    const dx = to.left - from.left, dy = to.top - from.top;
    const along = dx * direction[0] + dy * direction[1];
    const aside = Math.abs(dx * direction[1]) + Math.abs(dy * direction[0]);
    if (along < 2) continue;
    const cost = along + 2 * aside;
    if (cost < least) { least = cost; best = other; }
  }
  if (best) best.focus({ preventScroll: false });
});

// After a choice the button is gone: keep the keyboard at the table. When one's turn begins, go to the first choice.
let kept = "";
live.addEventListener("focusin", (event) => { kept = /** @type {Element} */ (event.target).id; });
live.addEventListener("pointerdown", () => { kept = ""; });
document.addEventListener("donjon:settled", () => {
  rove();
  if (!kept || (document.activeElement && document.activeElement !== document.body)) return;
  const wanted = [find(kept), ...live.querySelectorAll(kept.startsWith("spot-") ? ".spots > button" : "#moves button, #many button"),
    ...live.querySelectorAll("#moves button, #many button, .spots > button"), find("log-scroll")];
  // What is folded or hidden takes no focus: the first that does.
  for (const one of wanted) {
    /** @type {HTMLElement | null} */ (one)?.focus({ preventScroll: true });
    if (document.activeElement !== document.body) return;
  }
});
rove();
