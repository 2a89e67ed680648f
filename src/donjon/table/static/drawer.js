// Open a rule in a drawer beside the table, so that the table stays visible. Without this file links lead to the
// rule's page.
"use strict";

import { find, unfold } from "./page.js";
import { Errand } from "./sending.js";

/** The rulebooks fetched so far, by address. @type {Map<string, Element>} */
const books = new Map();
/** Where the focus goes back to. @type {HTMLElement | null} */
let opener = null;

const reading = new Errand("loading", "asking");

/** Fetch the content of a page of rules; undefined if another page was requested meanwhile. @param {string} address */
async function book(address) {
  const known = books.get(address);
  if (known) return known;
  const answer = await reading.run(address, () => ({}));
  if (!answer) return;
  const page = new DOMParser().parseFromString(answer.text, "text/html");
  const main = page.querySelector("main");
  if (!answer.ok || !main) throw new Error(`${address} has no content.`);
  // Show only the exact rules of a game's page here; chapters and examples open as pages.
  const exact = main.querySelector("#exact");
  if (exact) main.replaceChildren(exact);
  for (const link of main.querySelectorAll(".explained a")) link.setAttribute("target", "_blank");
  for (const link of main.querySelectorAll("a[href^='#']")) link.setAttribute("href", address + link.getAttribute("href"));
  books.set(address, main);
  return main;
}

/** @param {URL} address @param {HTMLElement} link */
async function open(address, link) {
  const drawer = /** @type {HTMLDialogElement | null} */ (find("drawer")), text = find("drawer-text");
  if (!drawer || !text) return location.assign(address);
  try {
    const main = await book(address.pathname);
    if (!main) return;
    text.replaceChildren(...[...main.children].map((part) => part.cloneNode(true)));
  } catch {
    return location.assign(address);
  }
  if (!drawer.open) {
    opener = link;
    drawer.show();
  }
  const rule = text.querySelector(`[id="${CSS.escape(decodeURIComponent(address.hash.slice(1)))}"]`);
  for (const one of text.querySelectorAll(".here")) one.classList.remove("here");
  rule?.classList.add("here");
  unfold(rule);
  rule?.setAttribute("tabindex", "-1");
  /** @type {HTMLElement | null} */ (rule)?.focus({ preventScroll: true });
  rule?.scrollIntoView({ block: "center" });
}

function close() {
  /** @type {HTMLDialogElement | null} */ (find("drawer"))?.close();
  opener?.focus();
}

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (target.closest("#drawer-close")) close();
  const link = /** @type {HTMLAnchorElement | null} */ (target.closest("a.rule, #drawer a[href*='#']"));
  if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const address = new URL(link.href);
  if (!address.pathname.startsWith("/rules/") || !address.hash) return;
  event.preventDefault();
  open(address, link);
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && /** @type {HTMLDialogElement | null} */ (find("drawer"))?.open) close();
});
