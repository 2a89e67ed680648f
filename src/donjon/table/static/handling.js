// Choose by tapping things in the hand or on the board; when the gathered things make one choice, it is played. The
// choices name their things (data-pieces), the drawings name theirs (data-piece). The list of choices stays available.
"use strict";

import { find, live } from "./page.js";
import { finish, isOwn } from "./player.js";

/** @typedef {{button: HTMLElement, pieces: string[]}} Choice */

/** The choices that things can make now. @type {Choice[]} */
let choices = [];
/** The things that can be taken. @type {Element[]} */
let things = [];
/** The gathered things; one that was taken twice appears twice. @type {Element[]} */
let held = [];

// Things on the board with an explanation count, too.
const THINGS = "[data-piece], .things > [data-subject]";
const nameOf = (/** @type {Element} */ thing) => thing.getAttribute("data-piece") ?? thing.getAttribute("data-subject") ?? "";

/** Return whether all pieces of one list are in another. @param {string[]} few @param {string[]} many */
function within(few, many) {
  const left = [...many];
  return few.every((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** Return the choices that the taken things can still make. @param {Element[]} taken */
const open = (taken) => choices.filter((choice) => within(taken.map(nameOf), choice.pieces));

/** Remove the marks of things that are gone. @param {Element[]} now */
function become(now) {
  for (const thing of things.filter((one) => !now.includes(one))) {
    for (const name of ["data-open", "aria-pressed", "role", "tabindex"]) thing.removeAttribute(name);
  }
  things = now;
}

/**
 * Nothing can be chosen while moments are played. What others do at the same time leaves the viewer's decision and the
 * focus unchanged.
 * @param {Event} event
 */
function close(event) {
  for (const thing of things) thing.removeAttribute("data-open");
  if (!isOwn(/** @type {CustomEvent} */ (event).detail)) return;
  become([]);
  choices = [];
}

/** Return a text that identifies the current decision. */
const decision = () => choices.map((choice) => choice.pieces.join(" ")).join();

/** Find the things that can be taken on the new page. */
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
  // Others may choose at the same time: the gathered things stay as long as the decision is the same.
  held = decision() === before ? held.filter((thing) => things.includes(thing)) : [];
  show();
  if (document.activeElement === document.body) focusOn(things.find((thing) => nameOf(thing) === stoodOn));
}

/** @param {Element | undefined} thing */
const focusOn = (thing) => /** @type {HTMLElement | undefined} */ (thing)?.focus({ preventScroll: true });

/**
 * Take a thing while moments are played, if it could be taken before. The rest is shown at once, and the thing counts
 * if the decision is still the same.
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

/** Show how many things are gathered, if one is not enough. */
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

/** Return whether a thing can be taken or put back. @param {Element} thing */
export const isOpen = (thing) => things.includes(thing) && thing.getAttribute("data-open") !== "no";

/** Return a thing with a name that can be taken. @param {string} name */
export const thingNamed = (name) => things.find((thing) => nameOf(thing) === name && isOpen(thing));

/** @param {Element} thing */
export function take(thing) {
  const more = [...held, thing], isHeld = held.includes(thing);
  // Of two equal things, the second tap takes the other one.
  const isOne = !things.some((other) => other !== thing && nameOf(other) === nameOf(thing));
  if (open(more).length && (!isHeld || isOne)) held = more;
  else if (isHeld) held = held.filter((other) => other !== thing); // it is laid back
  else held = [thing];
  const left = open(held);
  show();
  // If only one choice is left, play it: its remaining things need no taps.
  if (left.length === 1) {
    left[0].button.click();
    held = [];
  }
}

/** Return the target of an event, if it can be taken or could be before the moments. @param {Event} event */
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
/** The name of the focused thing. */
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
