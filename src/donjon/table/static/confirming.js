// Confirm choices: always, only risky ones, or never. Without confirmation a choice is played at once, and its
// outcome is shown while the pointer rests on it. Lessons always confirm.
"use strict";

import { find, live } from "./page.js";

const WAYS = ["always", "risky", "never"], REST = 350;

function way() {
  const kept = localStorage.getItem("donjon-confirm");
  if (kept !== null && WAYS.includes(kept)) return kept;
  return find("guide") ? "always" : "risky";
}

/** Return whether a button's choice needs a confirmation. @param {HTMLElement} button */
const asks = (button) => way() === "always" || (way() === "risky" && button.dataset.risky !== undefined);

/** Return the button of a choice with a preview. @param {Event} event */
function considered(event) {
  const button = /** @type {Element} */ (event.target).closest("button[form=consider]");
  return /** @type {HTMLButtonElement | null} */ (button && live.contains(button) ? button : null);
}

let timer = 0;
live.addEventListener("click", (event) => {
  clearTimeout(timer);
  const button = considered(event), moves = /** @type {HTMLFormElement | null} */ (find("moves"));
  if (!button || !moves || event.defaultPrevented || asks(button)) return;
  event.preventDefault();
  const press = Object.assign(document.createElement("button"), { name: "action", value: button.value, hidden: true });
  moves.append(press);
  moves.requestSubmit(press);
  press.remove();
});

live.addEventListener("pointerover", (event) => {
  const button = considered(event);
  clearTimeout(timer);
  if (!button || event.pointerType !== "mouse" || live.classList.contains("telling")) return;
  const rest = () => document.dispatchEvent(new CustomEvent("donjon:hover", { detail: button.value }));
  timer = window.setTimeout(rest, REST);
});
live.addEventListener("pointerout", (event) => {
  if (!considered(event)) return;
  clearTimeout(timer);
  document.dispatchEvent(new Event("donjon:leave"));
});

function show() {
  const choice = /** @type {HTMLSelectElement | null} */ (find("confirm-when"));
  const line = find("confirming");
  if (choice) choice.value = way();
  if (line) line.hidden = false;
}
live.addEventListener("change", (event) => {
  const choice = /** @type {HTMLSelectElement} */ (event.target);
  if (choice.id === "confirm-when") localStorage.setItem("donjon-confirm", choice.value);
});
document.addEventListener("donjon:settled", show);
show();
