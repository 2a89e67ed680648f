// Say who watches the game, as the stream tells it.
"use strict";

import { find } from "./page.js";

let words = "";

function show() {
  const line = find("watching");
  if (!line) return;
  line.textContent = words;
  line.hidden = words === "";
}

document.addEventListener("donjon:crowd", (event) => {
  words = /** @type {CustomEvent<string>} */ (event).detail;
  show();
});
// The page may have been drawn anew.
document.addEventListener("donjon:settled", show);
