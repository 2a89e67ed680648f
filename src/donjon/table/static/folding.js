// Fold the list of choices, which covers the board, after a choice and on Escape.
"use strict";

import { find, live } from "./page.js";

const list = () => /** @type {HTMLDetailsElement | null} */ (find("choices"));

function fold() {
  const open = list();
  if (open) open.open = false;
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  // After the form has read which button was pressed.
  if (form.getAttribute("method") === "post" && live.contains(form)) setTimeout(fold);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !list()?.open) return;
  if (list()?.contains(document.activeElement)) list()?.querySelector("summary")?.focus();
  fold();
});
