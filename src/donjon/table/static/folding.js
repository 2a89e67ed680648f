// Fold the list of choices, which covers the board, and the menu of the table after a choice and on Escape.
"use strict";

import { find, live } from "./page.js";

const folds = () => [find("choices"), find("asks")].filter((one) => one instanceof HTMLDetailsElement && one.open);

function fold() {
  for (const one of folds()) /** @type {HTMLDetailsElement} */ (one).open = false;
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  // After the form has read which button was pressed.
  if (form.getAttribute("method") === "post" && live.contains(form)) setTimeout(fold);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const one of folds()) if (one?.contains(document.activeElement)) one.querySelector("summary")?.focus();
  fold();
});
