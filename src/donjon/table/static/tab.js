// The title and the icon of the tab say whose turn it is, as the page that is shown does.
"use strict";

import { find } from "./page.js";

const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));

/** Take title and icon from the page that is shown. */
export function retitle() {
  const { tab, icon: file } = find("table-title")?.dataset ?? {};
  if (tab && tab !== document.title) document.title = tab;
  if (icon && file && icon.getAttribute("href") !== file) icon.href = file;
}

document.addEventListener("donjon:settled", retitle);
