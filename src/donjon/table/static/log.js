// The log's new lines come on top. Who looks at its top is taken up to them by scrolling: the browser holds what was
// read in its place (scroll anchoring, which works a pixel below the top), and nothing jumps.
"use strict";

import { find, live } from "./page.js";

const TOP = 1, NEAR = 24;
const still = matchMedia("(prefers-reduced-motion: reduce)");
/** Does somebody read further down? */
let isReading = false;

function rise() {
  // Only when the new lines have been laid out has the browser moved what was there.
  requestAnimationFrame(() => requestAnimationFrame(() => {
    if (!isReading) find("log-scroll")?.scrollTo({ top: TOP, behavior: still.matches ? "instant" : "smooth" });
  }));
}

for (const name of ["wheel", "touchmove", "keyup", "pointerup"]) {
  live.addEventListener(name, (event) => {
    const log = /** @type {Element} */ (event.target).closest?.("#log-scroll");
    if (log) requestAnimationFrame(() => { isReading = log.scrollTop > NEAR; });
  }, { passive: true });
}
document.addEventListener("donjon:moment", rise);
document.addEventListener("donjon:settled", rise);
rise();
