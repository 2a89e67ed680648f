// What the guide of a lesson points at beside the board is marked there. On the board the server draws the marks, and
// without this file the guide's links say what the things are.
"use strict";

import { live } from "./page.js";

const MARKED = "pointed";

function mark() {
  for (const one of live.querySelectorAll(`.${MARKED}`)) one.classList.remove(MARKED);
  for (const link of live.querySelectorAll("[data-point]")) {
    const subject = CSS.escape(link.getAttribute("data-subject") ?? "");
    for (const thing of live.querySelectorAll(`[data-subject="${subject}"]`)) {
      if (!thing.closest("#guide, #board")) thing.classList.add(MARKED);
    }
  }
}

document.addEventListener("donjon:settled", mark);
mark();
