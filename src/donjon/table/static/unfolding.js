// Open the folded parts around the element that the address names, in browsers that do not do so themselves.
"use strict";

import { unfold } from "./page.js";

function here() {
  const one = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!one) return;
  unfold(one);
  one.scrollIntoView({ block: "center" });
}

window.addEventListener("hashchange", here);
if (location.hash) here();
