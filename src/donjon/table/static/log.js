// New lines of the log are added at the top. A reader at the top is scrolled up to them; otherwise scroll anchoring
// (which works from a pixel below the top) keeps the text in place.
"use strict";

import { find, live } from "./page.js";

const TOP = 1, NEAR = 24;
const still = matchMedia("(prefers-reduced-motion: reduce)");
/** Return whether the reader has scrolled down. */
let isReading = false;

function rise() {
  // The browser anchors the scroll position only after it has laid out the new lines.
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
