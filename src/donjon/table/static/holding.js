// A long press, or the secondary mouse button, asks what a choice would do or what a thing is, without choosing it.
// It corresponds to a resting pointer.
"use strict";

import { live } from "./page.js";

const HELD = 450, STEADY = 8;
let timer = 0, x = 0, y = 0, asked = false;

/** Ask about the thing under a press; return whether there is one. @param {Element} target */
function ask(target) {
  const choice = /** @type {HTMLButtonElement | null} */ (target.closest("button[form=consider], .spots > button"));
  if (choice) {
    document.dispatchEvent(new CustomEvent("donjon:hover", { detail: choice.value }));
    return true;
  }
  const thing = target.closest("[data-open]"), subject = thing?.querySelector("[data-subject]")?.getAttribute("data-subject")
    ?? target.closest("[data-subject]")?.getAttribute("data-subject");
  if (!thing || !subject) return false;
  document.dispatchEvent(new CustomEvent("donjon:about", { detail: subject }));
  return true;
}

live.addEventListener("pointerdown", (event) => {
  clearTimeout(timer);
  asked = false;
  if (event.pointerType === "mouse" || live.classList.contains("telling")) return;
  const target = /** @type {Element} */ (event.target);
  [x, y] = [event.clientX, event.clientY];
  timer = window.setTimeout(() => { asked = ask(target); }, HELD);
});
window.addEventListener("pointermove", (event) => {
  if (Math.hypot(event.clientX - x, event.clientY - y) > STEADY) clearTimeout(timer);
});
for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, () => clearTimeout(timer));

// A held choice is not played when the finger is lifted.
live.addEventListener("click", (event) => {
  if (!asked) return;
  asked = false;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
live.addEventListener("contextmenu", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (asked || (!live.classList.contains("telling") && ask(target))) event.preventDefault();
});
