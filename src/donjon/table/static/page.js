// Helpers that the scripts of a table's page share.
"use strict";

/** The part of the page that changes. */
export const live = /** @type {HTMLElement} */ (document.getElementById("live"));

export const find = (/** @type {string} */ id) => document.getElementById(id);

/** Open everything folded around an element. @param {Element | null} one */
export function unfold(one) {
  for (let fold = one?.closest("details"); fold; fold = fold.parentElement?.closest("details")) fold.open = true;
}
