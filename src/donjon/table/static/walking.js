// Moving among the things and places on the board with the arrow keys.
"use strict";

const live = /** @type {HTMLElement} */ (document.getElementById("live"));

// The things on the board are one stop of the tabulator; the arrow keys go on from there.
let stop = null;
function rove() {
  const things = [...live.querySelectorAll(".things > a")];
  const first = things.includes(stop) ? stop : things[0];
  for (const thing of things) thing.tabIndex = thing === first ? 0 : -1;
}
live.addEventListener("focusin", (event) => {
  if (!event.target.closest(".things > a")) return;
  stop = event.target;
  rove();
});

// The arrow keys go from one place to the nearest in that direction.
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
live.addEventListener("keydown", (event) => {
  const direction = ARROWS[event.key], here = event.target.closest(".spots > button, .things > a");
  if (!direction || !here) return;
  event.preventDefault();
  const from = here.getBoundingClientRect();
  let best = null, least = Infinity;
  for (const other of here.parentNode.children) {
    if (other === here) continue;
    const to = other.getBoundingClientRect();
    const dx = to.left - from.left, dy = to.top - from.top;
    const along = dx * direction[0] + dy * direction[1];
    const aside = Math.abs(dx * direction[1]) + Math.abs(dy * direction[0]);
    if (along < 2) continue;
    const cost = along + 2 * aside;
    if (cost < least) { least = cost; best = other; }
  }
  if (best) best.focus({ preventScroll: false });
});

// After a choice the button is gone: keep the keyboard at the table. When one's turn begins, go to the first choice.
let kept = "";
live.addEventListener("focusin", (event) => { kept = event.target.id; });
live.addEventListener("pointerdown", () => { kept = ""; });
document.addEventListener("donjon:settled", () => {
  rove();
  if (!kept || (document.activeElement && document.activeElement !== document.body)) return;
  const next = document.getElementById(kept)
    || live.querySelector(kept.startsWith("spot-") ? ".spots > button" : "#moves button")
    || live.querySelector("#moves button, .spots > button") || document.getElementById("log-scroll");
  if (next) next.focus({ preventScroll: true });
});
rove();
