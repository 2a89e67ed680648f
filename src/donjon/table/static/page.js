// What the scripts of a table's page have in common.
"use strict";

/** The part of the page that changes. */
export const live = /** @type {HTMLElement} */ (document.getElementById("live"));

export const find = (/** @type {string} */ id) => document.getElementById(id);
