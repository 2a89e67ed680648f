// Share an address, such as the result of a game, with a text if there is one: with the browser's own dialog, or by
// copying both. Without either the button is hidden, and the
// text that it would share is shown instead.
"use strict";

import { find, live } from "./page.js";

function offer() {
  const shares = "share" in navigator, copies = "clipboard" in navigator;
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (live.querySelectorAll("[data-share]"))) {
    button.hidden = !shares && (!copies || button.hasAttribute("data-shares-only"));
    const instead = find(button.dataset.instead ?? "");
    if (instead) instead.hidden = !button.hidden;
  }
}

live.addEventListener("click", async (event) => {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-share]"));
  if (!button) return;
  const url = new URL(button.dataset.share ?? "", location.href).href, { title, message: text } = button.dataset, told = find("walked");
  try {
    if ("share" in navigator) return void (await navigator.share(text ? { text, url } : { title, url }));
    await /** @type {Navigator} */ (navigator).clipboard.writeText(text ? `${text}\n${url}` : url);
  } catch {
    return; // The viewer has closed the dialog, or forbids copying.
  }
  button.textContent = button.dataset.copied ?? "";
  if (told) told.textContent = button.textContent;
});

document.addEventListener("donjon:settled", offer);
offer();
