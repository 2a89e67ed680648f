// Show facts on the page: texts, classes, attributes, markup, and pieces, which are made from patterns. The keys are
// those of donjon/drawing/facts.py.
"use strict";

import { live } from "./page.js";

/** A piece: its shape and its values; null for one that goes. @typedef {[string, ...any[]] | null} Piece */
/** @typedef {Record<string, any>} Facts */

const all = (/** @type {string} */ selector) => live.querySelectorAll(selector);
const quoted = (/** @type {string} */ name) => CSS.escape(name);

/** The pattern of each shape. @type {Record<string, string>} */
const shapes = JSON.parse(document.getElementById("shapes")?.textContent ?? "{}");

/**
 * Show facts in order. If the page is not one that they can stand on, dispatch "donjon:broken": the whole page is
 * fetched.
 * @param {Facts[]} lists
 */
export function showAll(lists) {
  try {
    for (const facts of lists) for (const [key, value] of Object.entries(facts)) show(key, value);
  } catch (error) {
    console.warn("donjon: the page is made anew:", error);
    document.dispatchEvent(new Event("donjon:broken"));
  }
}

/** @param {string} key @param {any} value */
function show(key, value) {
  const name = key.slice(1);
  if (key[0] === ".") for (const one of all(`[data-text="${quoted(name)}"]`)) one.textContent = String(value);
  else if (key[0] === "?") for (const one of all(`[data-class~="${quoted(name)}"]`)) one.classList.toggle(name.split("-")[0], value);
  else if (key[0] === "@") for (const one of all(`[data-facts~="${quoted(name)}"]`)) attribute(one, name.split(":")[0], value);
  else if (key[0] === "#") part(name, value);
  else if (key[0] === "=") slot(name, value);
  else if (key[0] === "*") family(name, value);
  else piece(key, value);
}

/** @param {Element} one @param {string} name @param {string | number | null} value */
function attribute(one, name, value) {
  // An element with another id is another element, which is empty.
  if (name === "id" && one.id !== String(value)) one.replaceChildren();
  if (value === null) one.removeAttribute(name);
  else one.setAttribute(name, String(value));
}

/** Markup as nodes of the kind that belongs into an element: HTML, or SVG inside a drawing. @param {Element} around @param {string} markup */
export function nodes(around, markup) {
  const range = document.createRange();
  range.selectNodeContents(around);
  return range.createContextualFragment(markup);
}

/** @param {string} name @param {string} markup */
function part(name, markup) {
  const one = document.getElementById(name);
  one?.replaceChildren(nodes(one, markup));
}

/** Put an element at its slot, or remove it. @param {string} name @param {string} markup */
function slot(name, markup) {
  const at = document.getElementById(`at-${name}`);
  if (!at?.parentElement) return;
  const there = document.getElementById(name);
  if (at.nextElementSibling === there) there?.remove();
  if (markup) at.after(nodes(at.parentElement, markup));
}

/** Show all pieces of a family: others go. @param {string} name @param {Record<string, [string, ...any[]]>} pieces */
function family(name, pieces) {
  const around = list(name);
  if (!around) return;
  for (const one of [...around.children]) if (familyOf(one.id) === name && !(one.id in pieces)) one.remove();
  for (const [id, values] of Object.entries(pieces)) piece(id, values);
}

const list = (/** @type {string} */ name) => /** @type {HTMLElement | null} */ (live.querySelector(`[data-list~="${name}"]`));
const familyOf = (/** @type {string} */ id) => /^[a-z]+/.exec(id)?.[0] ?? "";

/** @param {string} id @param {[string, ...any[]] | null} values null: it goes */
function piece(id, values) {
  const there = document.getElementById(id);
  if (values === null) {
    there?.remove();
    return;
  }
  const around = list(familyOf(id)), shape = String(values[0]);
  if (!around) return;
  const made = /** @type {Element} */ (nodes(around, fill(shapes[shape], id, values.slice(1))).firstElementChild);
  if (there?.parentElement !== around) insert(around, made);
  else if (there.localName === made.localName) become(there, made);
  else there.replaceWith(made);
}

const ESCAPED = /** @type {Record<string, string>} */ ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" });
const escaped = (/** @type {any} */ value) => String(value).replace(/[&<>"]/g, (letter) => ESCAPED[letter]);

/**
 * A pattern with its values: null leaves an attribute out, a list holds markup, or pieces without ids.
 * @param {string} pattern @param {string} id @param {any[]} values @returns {string}
 */
function fill(pattern, id, values) {
  return pattern.replace(/ [\w:-]+="\{(\d+)\}"|\{(id|\d+)\}/g, (whole, only, name) => {
    if (only !== undefined) return values[only] === null ? "" : whole.replace(`{${only}}`, () => escaped(values[only]));
    if (name === "id") return escaped(id);
    return Array.isArray(values[name]) ? written(values[name]) : escaped(values[name]);
  });
}

/** @param {any[]} value @returns {string} */
function written(value) {
  if (typeof value[0] === "string") return value[0];
  return value.map(([shape, ...values]) => fill(shapes[shape], "", values)).join("");
}

/** Give an element the attributes and the content of another; it stays the same element. @param {Element} one @param {Element} other */
function become(one, other) {
  for (const { name } of [...one.attributes]) if (!other.hasAttribute(name)) one.removeAttribute(name);
  for (const { name, value } of other.attributes) if (one.getAttribute(name) !== value) one.setAttribute(name, value);
  if (one.innerHTML !== other.innerHTML) one.replaceChildren(...other.childNodes);
}

/** Put a piece in its place: families in the order of the list, pieces in the order of their ids. @param {HTMLElement} around @param {Element} made */
function insert(around, made) {
  const families = (around.dataset.list ?? "").split(" "), down = around.dataset.order === "down";
  const rank = families.indexOf(familyOf(made.id));
  const next = [...around.children].find((one) => {
    const other = families.indexOf(familyOf(one.id));
    if (other !== rank) return other > rank;
    return down ? compare(one.id, made.id) < 0 : compare(one.id, made.id) > 0;
  });
  around.insertBefore(made, next ?? null);
}

/** Compare ids in their natural order: numbers count as numbers. @param {string} one @param {string} other */
function compare(one, other) {
  const [first, second] = [one, other].map((id) => id.split(/(\d+)/));
  for (let at = 0; at < Math.min(first.length, second.length); at += 1) {
    if (first[at] === second[at]) continue;
    if (at % 2) return Number(first[at]) - Number(second[at]);
    return first[at] < second[at] ? -1 : 1;
  }
  return first.length - second.length;
}
