// Share an address, such as the result of a game: with the browser's own dialog, or by copying the link. Without either the button is hidden.
"use strict";

import { find, live } from "./page.js";

function offer() {
  const shares = "share" in navigator, copies = "clipboard" in navigator;
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (live.querySelectorAll("[data-share]"))) {
    button.hidden = !shares && (!copies || button.hasAttribute("data-shares-only"));
  }
}

live.addEventListener("click", async (event) => {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-share]"));
  if (!button) return;
  const url = new URL(button.dataset.share ?? "", location.href).href, told = find("walked");
  try {
    if ("share" in navigator) return void (await navigator.share({ title: button.dataset.title, url }));
    await /** @type {Navigator} */ (navigator).clipboard.writeText(url);
  } catch {
    return; // The viewer has closed the dialog, or forbids copying.
  }
  button.textContent = button.dataset.copied ?? "";
  if (told) told.textContent = button.textContent;
});

document.addEventListener("donjon:settled", offer);
offer();
