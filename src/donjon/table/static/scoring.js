// Count up the scores at the end of a game, source by source, then announce the winner: once, for viewers who saw the
// last move. Viewers who come later or prefer reduced motion see the result at once.
"use strict";

import { find, live } from "./page.js";
import { speed } from "./player.js";

const STEP = 1100; // milliseconds for one source of points
let stop = () => {};
let seen = find("scores") !== null;

/** The number that a cell begins with. @param {Element | undefined} cell */
const number = (cell) => Number.parseInt((cell?.textContent ?? "").replace("−", "-").trim(), 10) || 0;

/** @param {HTMLTableElement} table */
function count(table) {
  const rows = [...table.tBodies[0].rows], last = table.tFoot?.rows[table.tFoot.rows.length - 1];
  const totals = last ? [...last.querySelectorAll("td")] : [];
  const ends = totals.map((cell) => cell.innerHTML), sums = totals.map(() => 0);
  let at = 0, timer = 0;
  live.classList.add("counting");
  for (const row of rows) row.classList.add("uncounted");
  for (const cell of totals) cell.textContent = "0";
  stop = () => {
    clearTimeout(timer);
    stop = () => {};
    live.classList.remove("counting");
    for (const row of rows) row.classList.remove("uncounted", "counted-now");
    totals.forEach((cell, seat) => { cell.innerHTML = ends[seat]; });
  };
  const next = () => {
    rows[at - 1]?.classList.remove("counted-now");
    const row = rows[at++];
    if (!row || !row.isConnected) return stop();
    row.classList.remove("uncounted");
    row.classList.add("counted-now");
    [...row.querySelectorAll("td")].forEach((cell, seat) => {
      sums[seat] += number(cell);
      if (totals[seat]) totals[seat].textContent = String(sums[seat]);
    });
    timer = window.setTimeout(next, STEP / speed());
  };
  next();
}

document.addEventListener("donjon:settled", () => {
  stop();
  const table = /** @type {HTMLTableElement | null} */ (live.querySelector("#scores table.pane-scores"));
  const isNew = table !== null && !seen;
  seen = table !== null;
  if (!isNew || speed() === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  // If the bar covers the page (on a large screen it is beside the board), the totals are visible only when the table
  // is at the top.
  const isOver = find("play")?.getClientRects().length;
  (isOver ? find("scores") : table)?.scrollIntoView({ block: isOver ? "start" : "nearest" });
  count(table);
});
document.addEventListener("keydown", (event) => { if (event.key === "Escape") stop(); });
document.addEventListener("pointerdown", () => stop());
