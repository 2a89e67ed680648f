// Apply the changes to the page that the server sends (donjon/table/wire/patches.py).
"use strict";

/**
 * @typedef {["a", string, Record<string, string | null>] | ["h", string, string] | ["r", string] |
 *   ["i", string, string, string] | ["m", string, string]} Change
 */

/**
 * The element that a change names: its id, or that of one around it and the way from there.
 * @param {HTMLElement} live the element of an empty id
 * @param {string} name
 * @returns {Element}
 */
function named(live, name) {
  const [id, ...way] = name.split("/");
  let found = id ? document.getElementById(id) : live;
  for (const step of way) found = found && /** @type {HTMLElement} */ (found.children[Number(step)]);
  if (!found) throw new Error(`There is no ${name} on the page.`);
  return found;
}

/**
 * Markup as nodes of the kind that belongs into an element: HTML, or SVG inside a drawing.
 * @param {Element} around
 * @param {string} markup
 */
function nodes(around, markup) {
  const range = document.createRange();
  range.selectNodeContents(around);
  return range.createContextualFragment(markup);
}

/**
 * Apply changes in order. If the page is not the one that they were made for, dispatch "donjon:broken": the whole page
 * is fetched.
 * @param {HTMLElement} live
 * @param {Change[]} changes
 */
export function carryOut(live, changes) {
  try {
    change(live, changes);
  } catch (error) {
    console.warn("donjon: the page is made anew:", error);
    document.dispatchEvent(new Event("donjon:broken"));
  }
}

/**
 * @param {HTMLElement} live
 * @param {Change[]} changes
 */
function change(live, changes) {
  for (const change of changes) {
    const one = named(live, change[1]);
    if (change[0] === "a") {
      for (const [name, value] of Object.entries(change[2])) {
        if (value === null) one.removeAttribute(name);
        else one.setAttribute(name, value);
      }
    } else if (change[0] === "h") {
      one.replaceChildren(nodes(one, change[2]));
    } else if (change[0] === "r") {
      one.remove();
    } else if (change[0] === "i") {
      one.insertBefore(nodes(one, change[3]), change[2] ? named(live, change[2]) : null);
    } else {
      one.parentNode?.insertBefore(one, change[2] ? named(live, change[2]) : null);
    }
  }
}
