// Count up the points at the end of a game, source by source, on the bars and on the board, then show the result: once,
// for viewers who saw the last move. Viewers who come later or prefer reduced motion see the result at once.
"use strict";

import { find, live } from "./page.js";
import { speed } from "./player.js";

const WHOLE = 900; // milliseconds for all sources of points
let stop = () => {};
let seen = find("end") !== null;

/** The number that an element shows. @param {Element | null} one */
const number = (one) => Number.parseInt((one?.textContent ?? "").replace("−", "-").trim(), 10) || 0;

/** Frame the places that a source of points has on the board. @param {HTMLElement} source */
function frame(source) {
  for (const box of (source.dataset.boxes ?? "").split(";").filter(Boolean)) {
    const [left, top, width, height] = box.split(" "), ring = document.createElement("i");
    ring.className = "end-source";
    Object.assign(ring.style, { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` });
    find("board-sheet")?.append(ring);
  }
}

/** @param {HTMLElement} end */
function count(end) {
  const sources = /** @type {HTMLElement[]} */ ([...end.querySelectorAll(".end-key li")]);
  const rows = [...end.querySelectorAll(".end-score li")], totals = rows.map((row) => row.querySelector(".end-total"));
  const ends = totals.map((total) => total?.textContent ?? ""), sums = totals.map(() => 0);
  const pause = WHOLE / sources.length / speed();
  let at = 0, timer = 0;
  const clear = () => {
    for (const one of end.querySelectorAll(".counted-now")) one.classList.remove("counted-now");
    for (const ring of live.querySelectorAll(".end-source")) ring.remove();
  };
  stop = () => {
    clearTimeout(timer);
    stop = () => {};
    clear();
    live.classList.remove("counting");
    for (const piece of end.querySelectorAll(".counted")) piece.classList.remove("counted");
    totals.forEach((total, row) => { if (total) total.textContent = ends[row]; });
  };
  const next = () => {
    clear();
    const source = sources[at++];
    if (!source || !source.isConnected) return stop();
    source.classList.add("counted-now");
    frame(source);
    rows.forEach((row, index) => {
      const piece = row.querySelector(`.stackbar .p${source.dataset.group}`), total = totals[index];
      piece?.classList.add("counted");
      sums[index] += number(piece);
      if (total) total.textContent = String(sums[index]).replace("-", "−");
    });
    timer = window.setTimeout(next, pause);
  };
  live.classList.add("counting");
  next();
}

document.addEventListener("donjon:settled", () => {
  stop();
  const end = find("end"), isNew = end !== null && !seen;
  seen = end !== null;
  if (!isNew) return;
  end.scrollIntoView({ block: "start" });
  if (speed() !== 0 && !matchMedia("(prefers-reduced-motion: reduce)").matches) count(end);
});
document.addEventListener("keydown", (event) => { if (event.key === "Escape") stop(); });
document.addEventListener("pointerdown", () => stop());
