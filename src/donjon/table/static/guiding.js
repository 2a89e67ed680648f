// Mark what the guide of a lesson points at beside the board. On the board the server draws the marks; without this
// file the guide's links say what the things are.
"use strict";

import { find, live } from "./page.js";

const MARKED = "pointed";
const phone = window.matchMedia("(max-width: 699px) and ((orientation: portrait) or (min-height: 501px))");
/** The guide's text at the last update. */
let said = "";

/** Find what marks a subject: the server's mark on the board, then things of that name. @param {string} subject */
function marks(subject) {
  const things = [...live.querySelectorAll(`[data-subject="${CSS.escape(subject)}"]`)];
  const beside = things.filter((one) => !one.closest("#guide, #board-view"));
  for (const one of beside) one.classList.add(MARKED);
  return [find(`pointer-${subject}`), ...beside].filter((one) => one?.checkVisibility());
}

function mark() {
  for (const one of live.querySelectorAll(`.${MARKED}`)) one.classList.remove(MARKED);
  const subjects = [...live.querySelectorAll("[data-point]")].map((one) => one.getAttribute("data-subject") ?? "");
  const pointed = subjects.map((subject) => marks(subject)[0]), before = said;
  said = find("guide-words")?.textContent ?? "";
  if (said === before) return;
  // Keep the first target visible. Stay at the board while the guide speaks of anything there or in the bar; scroll to
  // the mats only if all targets are there, and back afterwards.
  const seen = pointed.filter((one) => one !== null && one !== undefined), near = seen.filter((one) => one.closest("#board, #play"));
  if (seen.length && !near.length) return show(seen[0]);
  if (phone.matches) find("board-view")?.scrollIntoView({ block: "start" });
  for (const one of near.reverse()) if (one.closest("#board")) show(one);
}

/** @param {Element} one */
const show = (one) => one.scrollIntoView({ block: "nearest", inline: "nearest" });

live.addEventListener("click", (event) => {
  const link = /** @type {Element} */ (event.target).closest("[data-point]");
  const [one] = link ? marks(link.getAttribute("data-subject") ?? "") : [];
  if (one) show(one);
});

document.addEventListener("donjon:settled", mark);
mark();
