// Choosing by the things themselves: what lies in the hand or on the board is tapped, and when what is gathered is
// one choice, that is made. The choices say what belongs to them (data-pieces), the drawings what things are called
// (data-piece). The list of choices stays as the second way.
"use strict";

import { find, live } from "./page.js";
import { finish, isOwn } from "./player.js";

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

/** What is a thing no longer, is none. @param {Element[]} now */
function become(now) {
  for (const thing of things.filter((one) => !now.includes(one))) {
    for (const name of ["data-open", "aria-pressed", "role", "tabindex"]) thing.removeAttribute(name);
  }
  things = now;
}

/**
 * While something is told nothing is open. What others do at the same time leaves my decision as it is, and the
 * keyboard where it stands.
 * @param {Event} event
 */
function close(event) {
  for (const thing of things) thing.removeAttribute("data-open");
  if (!isOwn(/** @type {CustomEvent} */ (event).detail)) return;
  become([]);
  choices = [];
}

/** What can be chosen by things, in words that are the same for the same decision. */
const decision = () => choices.map((choice) => choice.pieces.join(" ")).join();

/** The page stands: which of its things may be taken? */
function begin() {
  const before = decision();
  choices = [...live.querySelectorAll("[data-pieces]")].map((one) => {
    const button = /** @type {HTMLElement} */ (one);
    return { button, pieces: (button.dataset.pieces ?? "").split(" ") };
  });
  const names = new Set(choices.flatMap((choice) => choice.pieces));
  become([...live.querySelectorAll(THINGS)].filter((thing) => names.has(nameOf(thing))));
  for (const thing of things) {
    thing.setAttribute("role", "button");
    if (!thing.matches("button, a")) thing.setAttribute("tabindex", "0");
  }
  // Others may choose at the same time: what is gathered stays while one's own decision does.
  held = decision() === before ? held.filter((thing) => things.includes(thing)) : [];
  show();
  if (document.activeElement === document.body) focusOn(things.find((thing) => nameOf(thing) === stoodOn));
}

/** @param {Element | undefined} thing */
const focusOn = (thing) => /** @type {HTMLElement | undefined} */ (thing)?.focus({ preventScroll: true });

/**
 * A thing that was taken while something was told, and was there to be taken before: what others choose at the same
 * time is in nobody's way. It is told at once, and counts where the decision is still the same.
 * @param {Element} thing
 */
function takeMeanwhile(thing) {
  const name = nameOf(thing), before = decision();
  finish();
  const same = decision() === before ? things.find((other) => other === thing) ?? thingNamed(name) : undefined;
  if (!same || !isOpen(same)) return;
  focusOn(same);
  take(same);
}

function show() {
  for (const thing of things) {
    const isHeld = held.includes(thing), goesOn = open([...held, thing]).length > 0;
    thing.setAttribute("data-open", isHeld ? "held" : goesOn ? "yes" : "no");
    thing.setAttribute("aria-pressed", String(isHeld));
  }
  count();
}

/** Say how many are gathered of how many, where one thing is not enough. */
function count() {
  const list = find("choices"), summary = find("choices-count"), left = open(held);
  summary?.removeAttribute("data-held");
  if (!list?.dataset.of || !summary || !held.length || !left.length) return;
  // Of what most is taken: cubes, where one offer belongs to them.
  const kindOf = (/** @type {string} */ name) => name.split("-")[0];
  const many = (/** @type {string[]} */ names, /** @type {string} */ kind) => names.filter((name) => kindOf(name) === kind).length;
  const largest = left.reduce((one, other) => one.pieces.length < other.pieces.length ? other : one).pieces;
  const kind = largest.map(kindOf).reduce((one, other) => many(largest, one) < many(largest, other) ? other : one);
  const most = [...new Set(left.map((choice) => many(choice.pieces, kind)))].sort((a, b) => a - b);
  if (Number(most.at(-1)) < 2) return;
  const words = list.dataset.of.replace("{held}", String(many(held.map(nameOf), kind)));
  summary.dataset.held = words.replace("{most}", most.join("/"));
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

/** What an event was meant for, if it can be taken, or could before something is told. @param {Event} event */
function meant(event) {
  const thing = /** @type {Element} */ (event.target).closest(THINGS);
  return thing && things.includes(thing) && (isTelling() || thing.hasAttribute("data-open")) ? thing : null;
}
const isTelling = () => live.classList.contains("telling");

live.addEventListener("click", (event) => {
  const thing = meant(event);
  if (!thing || event.defaultPrevented) return;
  event.preventDefault();
  event.stopPropagation();
  (isTelling() ? takeMeanwhile : take)(thing);
}, true);
live.addEventListener("keydown", (event) => {
  const thing = meant(event);
  if ((event.key !== "Enter" && event.key !== " ") || thing !== event.target || !thing) return;
  event.preventDefault();
  (isTelling() ? takeMeanwhile : take)(thing);
});
/** The name of what the keyboard stands on. */
let stoodOn = "";
live.addEventListener("focusin", (event) => { stoodOn = nameOf(/** @type {Element} */ (event.target)); });
live.addEventListener("pointerdown", () => { stoodOn = ""; });
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !held.length) return;
  held = [];
  show();
});
document.addEventListener("donjon:moment", close);
document.addEventListener("donjon:settled", begin);
begin();
