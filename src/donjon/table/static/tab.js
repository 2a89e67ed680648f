// Keep the title and the icon of the tab up to date: they say whose turn it is.
"use strict";

import { find } from "./page.js";

const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));

/** Copy title and icon from the page. */
export function retitle() {
  const { tab, icon: file } = find("table-title")?.dataset ?? {};
  if (tab && tab !== document.title) document.title = tab;
  if (icon && file && icon.getAttribute("href") !== file) icon.href = file;
}

document.addEventListener("donjon:settled", retitle);
