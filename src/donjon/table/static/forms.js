// A form that brings a whole page: what was pressed is marked until that comes, and if it does not come, that is said.
// It is for the person to press again: a game that was started twice would be two.
"use strict";

import { GRACE, PATIENCE, say } from "./sending.js";

/** @type {HTMLElement | null} */
let pressed = null;
let words = 0, late = 0;

// On the window, after all others: what is sent by script goes no further.
window.addEventListener("submit", (event) => {
  if (event.defaultPrevented) return;
  end();
  pressed = event.submitter;
  pressed?.classList.add("sending");
  words = setTimeout(() => say("sending", "sending"), GRACE);
  late = setTimeout(() => say("sending", "late"), PATIENCE);
});

function end() {
  clearTimeout(words);
  clearTimeout(late);
  pressed?.classList.remove("sending");
  say("sending", "");
}

// The page is shown again as it was left.
window.addEventListener("pageshow", (event) => { if (event.persisted) end(); });
