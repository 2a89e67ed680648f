// Keyboard shortcuts. They can be switched off, because single letters disturb speech input.
"use strict";

import { find, live } from "./page.js";

const KEPT = "donjon-keys";
const isOn = () => localStorage.getItem(KEPT) !== "off";

/** All current choices, in the order of the page. */
function choices() {
  const found = [...live.querySelectorAll("#many button, #moves button, .spots > button, [data-open]:not([data-open='no'])")];
  return /** @type {HTMLElement[]} */ (found.filter((one) => one.getClientRects().length > 0));
}

/** @param {number} step */
function choose(step) {
  const all = choices(), at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const next = at < 0 ? (step > 0 ? 0 : all.length - 1) : (at + step + all.length) % all.length;
  all[next]?.focus();
}

/** @param {string} id */
const press = (id) => { /** @type {HTMLElement | null} */ (live.querySelector(id))?.click(); };

/** @type {Record<string, () => void>} */
const KEYS = {
  u: () => press("#undo-one"),
  r: () => press("#redo-one"),
  e: () => press("#moves .primary, #many .primary"),
  h: () => press("#hint"),
  n: () => choose(1),
  p: () => choose(-1),
  w: () => {
    const list = /** @type {HTMLDetailsElement | null} */ (find("choices"));
    if (list) list.open = true;
    find("ask-text")?.focus();
  },
  l: () => find("log-scroll")?.focus(),
  s: () => {
    const seat = /** @type {HTMLElement | null} */ (live.querySelector(".seats [id^=seat-]"));
    // A seat is not a control: it can take the focus, but is no tab stop.
    seat?.setAttribute("tabindex", "-1");
    seat?.focus();
  },
  "?": () => help(),
};

function help() {
  const box = /** @type {HTMLDialogElement | null} */ (find("keys"));
  if (!box) return;
  if (box.open) box.close();
  else box.showModal();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const target = /** @type {Element} */ (event.target);
  if (target.closest("input:not([type=checkbox]), select, textarea, [contenteditable]")) return;
  const act = KEYS[event.key];
  if (!act || (!isOn() && event.key !== "?")) return;
  event.preventDefault();
  act();
});

const box = /** @type {HTMLInputElement | null} */ (find("keys-on"));
if (box) {
  box.checked = isOn();
  box.addEventListener("change", () => localStorage.setItem(KEPT, box.checked ? "on" : "off"));
}
const button = find("keys-button");
if (button) {
  button.hidden = false;
  button.addEventListener("click", help);
}
find("keys-close")?.addEventListener("click", help);
