// Choosing by the things themselves: what lies in the hand or on the board is tapped, and when what is gathered is
// one choice, that is made. The choices say what belongs to them (data-pieces), the drawings what things are called
// (data-piece). The list of choices stays as the second way.
"use strict";

import { find, live } from "./page.js";

/** @typedef {{button: HTMLElement, pieces: string[]}} Choice */

/** What can be chosen by things now. @type {Choice[]} */
let choices = [];
/** The things that can be taken. @type {Element[]} */
let things = [];
/** What is gathered; a thing that is taken twice stands twice. @type {Element[]} */
let held = [];

// What can be asked about on the board is a thing, too.
const THINGS = "[data-piece], .things > [data-subject]";
const nameOf = (/** @type {Element} */ thing) => thing.getAttribute("data-piece") ?? thing.getAttribute("data-subject") ?? "";

/** Are these pieces among those? @param {string[]} few @param {string[]} many */
function within(few, many) {
  const left = [...many];
  return few.every((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** The choices that things may still become. @param {Element[]} taken */
const open = (taken) => choices.filter((choice) => within(taken.map(nameOf), choice.pieces));

function forget() {
  for (const thing of things) for (const name of ["data-open", "aria-pressed", "role", "tabindex"]) thing.removeAttribute(name);
  things = [];
}

/** What can be chosen by things, in words that are the same for the same decision. */
const decision = () => choices.map((choice) => choice.pieces.join(" ")).join();

/** The page stands: which of its things may be taken? */
function begin() {
  forget();
  const before = decision();
  choices = [...live.querySelectorAll("[data-pieces]")].map((one) => {
    const button = /** @type {HTMLElement} */ (one);
    return { button, pieces: (button.dataset.pieces ?? "").split(" ") };
  });
  const names = new Set(choices.flatMap((choice) => choice.pieces));
  things = [...live.querySelectorAll(THINGS)].filter((thing) => names.has(nameOf(thing)));
  for (const thing of things) {
    thing.setAttribute("role", "button");
    if (!thing.matches("button, a")) thing.setAttribute("tabindex", "0");
  }
  // Others may choose at the same time: what is gathered stays while one's own decision does.
  held = decision() === before ? held.filter((thing) => things.includes(thing)) : [];
  show();
}

function show() {
  for (const thing of things) {
    const isHeld = held.includes(thing), goesOn = open([...held, thing]).length > 0;
    thing.setAttribute("data-open", isHeld ? "held" : goesOn ? "yes" : "no");
    thing.setAttribute("aria-pressed", String(isHeld));
  }
}

/** Can a thing be taken, or laid back? @param {Element} thing */
export const isOpen = (thing) => things.includes(thing) && thing.getAttribute("data-open") !== "no";

/** A thing of a name that can be taken. @param {string} name */
export const thingNamed = (name) => things.find((thing) => nameOf(thing) === name && isOpen(thing));

/** @param {Element} thing */
export function take(thing) {
  const more = [...held, thing], isHeld = held.includes(thing);
  // The second of two alike is the other one, where there is another.
  const isOne = !things.some((other) => other !== thing && nameOf(other) === nameOf(thing));
  if (open(more).length && (!isHeld || isOne)) held = more;
  else if (isHeld) held = held.filter((other) => other !== thing); // it is laid back
  else held = [thing];
  const left = open(held);
  show();
  // Where only one is left it is that, whatever else belongs to it: nobody is asked what is no choice.
  if (left.length === 1) {
    left[0].button.click();
    held = [];
  }
}

/** @param {Event} event */
const takable = (event) => {
  const thing = /** @type {Element} */ (event.target).closest("[data-open]");
  return thing && live.contains(thing) && !live.classList.contains("telling") ? thing : null;
};

live.addEventListener("click", (event) => {
  const thing = takable(event);
  if (!thing || event.defaultPrevented) return;
  event.preventDefault();
  event.stopPropagation();
  take(thing);
}, true);
live.addEventListener("keydown", (event) => {
  const thing = /** @type {Element} */ (event.target);
  if ((event.key !== "Enter" && event.key !== " ") || !thing.hasAttribute("data-open")) return;
  event.preventDefault();
  take(thing);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !held.length) return;
  held = [];
  show();
});
document.addEventListener("donjon:moment", forget);
document.addEventListener("donjon:settled", begin);
begin();
