// What the others have done since one's last turn: marks on the board in their colours, in the order in which it
// happened, and the lines of the log that belong to them.
"use strict";

import { find, live } from "./page.js";

const MOST = 40;
const own = () => new Set((live.dataset.own ?? "").split(" ").filter(Boolean));

/**
 * The lines of the others, the earliest first, between one's last turn and what one has done since: the card that is
 * played when one's turn begins is that already.
 */
function lines() {
  const seats = own(), found = [];
  if (!seats.size) return [];
  for (const line of /** @type {NodeListOf<HTMLElement>} */ (live.querySelectorAll("#log-lines > li"))) {
    const seat = line.dataset.seat;
    if (seat !== undefined && !seats.has(seat)) found.push(line);
    else if (seat !== undefined && found.length) break;
  }
  return found.slice(0, MOST).reverse();
}

function clear() {
  for (const mark of live.querySelectorAll(".recap-mark")) mark.remove();
  for (const line of live.querySelectorAll(".recapped")) line.classList.remove("recapped");
  find("recap")?.setAttribute("aria-pressed", "false");
}

function mark() {
  const sheet = find("board-sheet");
  lines().forEach((line, index) => {
    line.classList.add("recapped");
    const [left, top, width, height] = (line.dataset.box ?? "").split(" ");
    if (!sheet || height === undefined) return;
    const one = document.createElement("span");
    one.className = `recap-mark seat-${line.dataset.seat}`;
    one.dataset.number = String(index + 1);
    one.setAttribute("aria-hidden", "true");
    Object.assign(one.style, { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` });
    sheet.append(one);
  });
  find("recap")?.setAttribute("aria-pressed", "true");
}

function settle() {
  clear();
  const button = /** @type {HTMLButtonElement | null} */ (find("recap"));
  if (!button) return;
  // It keeps its place, so that what stands beside it does.
  button.hidden = !own().size;
  button.disabled = !lines().length;
}

live.addEventListener("click", (event) => {
  const button = /** @type {Element} */ (event.target).closest("#recap");
  if (!button) {
    clear();
    return;
  }
  if (button.getAttribute("aria-pressed") === "true") clear();
  else mark();
});
document.addEventListener("donjon:moment", clear);
document.addEventListener("donjon:settled", settle);
settle();
