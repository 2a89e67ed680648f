// Show a first-time player around in three steps, once. Without this file there is no tour.
"use strict";

import { find, live } from "./page.js";

const KEPT = "donjon-toured", GAP = 10, EDGE = 8;
const tour = find("tour");
const cues = /** @type {HTMLElement[]} */ ([...(tour?.querySelectorAll("[data-at]") ?? [])]);
let at = Number(localStorage.getItem(KEPT) ?? 0);

const target = () => find(cues[at]?.dataset.at ?? "");

function leave() {
  for (const one of live.querySelectorAll(".toured")) one.classList.remove("toured");
  if (tour) tour.hidden = true;
}

/** Place the current cue above or below its subject; over it only if there is no room. */
function show() {
  const thing = target();
  // Lessons have their own guide. No cue is shown while moments are played or an answer is open.
  const busy = live.classList.contains("telling") || live.querySelector(".answer")?.firstElementChild;
  if (!tour || !thing || find("guide") || !find("moves") || busy) return leave();
  leave();
  cues.forEach((cue, index) => { cue.hidden = index !== at; });
  tour.hidden = false;
  thing.classList.add("toured");
  const box = thing.getBoundingClientRect(), { width, height } = tour.getBoundingClientRect();
  const above = box.top - height - GAP, below = box.bottom + GAP;
  const top = above >= EDGE ? above : below + height + EDGE <= innerHeight ? below : box.top + GAP;
  tour.style.top = `${Math.max(EDGE, Math.min(top, innerHeight - height - EDGE))}px`;
  tour.style.left = `${Math.max(EDGE, Math.min(box.left + (box.width - width) / 2, innerWidth - width - EDGE))}px`;
}

const changes = new MutationObserver(show);

/** @param {number} cue */
function go(cue) {
  at = cue;
  localStorage.setItem(KEPT, String(at));
  if (at < cues.length) return show();
  changes.disconnect();
  leave();
}

tour?.addEventListener("click", (event) => {
  const pressed = /** @type {Element} */ (event.target);
  if (pressed.closest("[data-next]")) go(at + 1);
  else if (pressed.closest("[data-enough]")) go(cues.length);
});
if (at < cues.length && live.dataset.own) {
  // Playing ends the tour.
  document.addEventListener("submit", (event) => {
    if (/** @type {HTMLFormElement} */ (event.target).method === "post" && tour && !tour.hidden) go(at + 1);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && tour && !tour.hidden) go(cues.length);
  });
  document.addEventListener("donjon:moment", leave);
  document.addEventListener("donjon:settled", show);
  addEventListener("resize", show);
  changes.observe(live, { childList: true, subtree: true });
  show();
}
