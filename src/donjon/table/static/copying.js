// Replace an invite link with a button that copies it. Browsers allow this on secure connections only; elsewhere the
// link itself is shown, to be copied by hand.
"use strict";

import { find, live } from "./page.js";

function offer() {
  if (!navigator.clipboard) return;
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (live.querySelectorAll("[data-copies]"))) swap(button, true);
}

/** Show the button or the link, with its label. @param {HTMLElement} button @param {boolean} copies */
function swap(button, copies) {
  button.hidden = !copies;
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (button.parentElement?.querySelectorAll("label, input") ?? [])) one.hidden = copies;
}

live.addEventListener("click", async (event) => {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-copies]"));
  const link = /** @type {HTMLInputElement | null} */ (button && find(button.dataset.copies ?? ""));
  if (!button || !link) return;
  try {
    await navigator.clipboard.writeText(link.value);
  } catch {
    swap(button, false);
    link.select();  // Who has forbidden it copies by hand.
    return;
  }
  const word = /** @type {HTMLElement | null} */ (button.querySelector("[data-word]")), told = find("walked");
  if (word) word.textContent = word.dataset.copied ?? "";
  if (told) told.textContent = word?.textContent ?? "";
});

document.addEventListener("donjon:settled", offer);
offer();
