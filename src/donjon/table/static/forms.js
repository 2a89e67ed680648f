// Mark the pressed button of a form until its page arrives, and say so if it does not arrive. The form is not sent
// again automatically: that would start a game twice.
"use strict";

import { GRACE, PATIENCE, say } from "./sending.js";

/** @type {HTMLElement | null} */
let pressed = null;
let words = 0, late = 0;

// On the window, after all others: forms sent by script do not get here.
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

// The page was restored from the browser's cache.
window.addEventListener("pageshow", (event) => { if (event.persisted) end(); });
