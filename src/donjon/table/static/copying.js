// A button beside a link for another person copies it. Browsers allow that on a safe connection only; elsewhere
// the link is there to be marked and copied by hand.
"use strict";

import { find, live } from "./page.js";

function offer() {
  if (!navigator.clipboard) return;
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (live.querySelectorAll("[data-copies]"))) button.hidden = false;
}

live.addEventListener("click", async (event) => {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-copies]"));
  const link = /** @type {HTMLInputElement | null} */ (button && find(button.dataset.copies ?? ""));
  if (!button || !link) return;
  try {
    await navigator.clipboard.writeText(link.value);
  } catch {
    link.select();  // Who has forbidden it copies by hand.
    return;
  }
  button.textContent = button.dataset.copied ?? "";
  const told = find("walked");
  if (told) told.textContent = button.textContent;
});

document.addEventListener("donjon:settled", offer);
offer();
