// Opens what is folded around the thing that the address names, in browsers that do not do so by themselves.
"use strict";

/** Open everything folded around an element. @param {Element | null} one */
export function unfold(one) {
  for (let fold = one?.closest("details"); fold; fold = fold.parentElement?.closest("details")) fold.open = true;
}

function here() {
  const one = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!one) return;
  unfold(one);
  one.scrollIntoView({ block: "center" });
}

window.addEventListener("hashchange", here);
if (location.hash) here();
