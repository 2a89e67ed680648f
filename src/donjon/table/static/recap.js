// Show what the others have done since the viewer's last turn: numbered marks on the board in their colours, and the
// same numbers at the lines of the log, which are shown in the bar when the log is out of sight.
"use strict";

import { find, live } from "./page.js";

const MOST = 40;
const own = () => new Set((live.dataset.own ?? "").split(" ").filter(Boolean));

/**
 * The lines of the others, the earliest first, between the viewer's last turn and what the viewer has done since, such
 * as the card played at the start of the turn.
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
  for (const line of /** @type {NodeListOf<HTMLElement>} */ (live.querySelectorAll(".recapped"))) {
    line.classList.remove("recapped", `seat-${line.dataset.seat}`);
    delete line.dataset.number;
  }
  live.querySelector(".answer > .recap")?.remove();
  find("recap")?.setAttribute("aria-pressed", "false");
}

/** A heading for it, and its lines in the order of the marks. @param {HTMLElement[]} all */
function told(all) {
  const place = live.querySelector(".answer"), button = find("recap");
  if (!place || !button) return;
  const heading = Object.assign(document.createElement("h2"), { id: "recap-title", textContent: button.ariaLabel });
  const list = Object.assign(document.createElement("ol"), { className: "recap-lines reply-text" });
  for (const line of all) {
    const one = document.createElement("li");
    one.dataset.number = line.dataset.number;
    one.className = `seat-${line.dataset.seat}`;
    one.append(...[...line.childNodes].map((node) => node.cloneNode(true)));
    for (const jump of one.querySelectorAll(".jump")) jump.remove();
    list.append(one);
  }
  const back = Object.assign(document.createElement("a"), { id: "back", className: "button", href: "", textContent: button.dataset.back });
  back.dataset.back = "";
  const ways = Object.assign(document.createElement("p"), { className: "reply-ways" });
  ways.append(back);
  const reply = Object.assign(document.createElement("section"), { className: "reply recap" });
  reply.setAttribute("role", "group");
  reply.setAttribute("aria-labelledby", heading.id);
  reply.append(heading, list, ways);
  place.replaceChildren(reply);
}

/** Is the log beside the board? Then its lines have the numbers of the marks. */
function isLogInSight() {
  const box = find("log-scroll")?.getBoundingClientRect();
  return box !== undefined && box.height > 0 && box.top < innerHeight && box.bottom <= innerHeight;
}

function mark() {
  const sheet = find("board-sheet"), all = lines();
  all.forEach((line, index) => {
    line.classList.add("recapped", `seat-${line.dataset.seat}`);
    line.dataset.number = String(index + 1);
    const [left, top, width, height] = (line.dataset.box ?? "").split(" ");
    if (!sheet || height === undefined) return;
    const one = document.createElement("span");
    one.className = `recap-mark seat-${line.dataset.seat}`;
    one.dataset.number = String(index + 1);
    one.setAttribute("aria-hidden", "true");
    Object.assign(one.style, { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` });
    sheet.append(one);
  });
  if (isLogInSight()) all[0]?.scrollIntoView({ block: "nearest" });
  else told(all);
  find("recap")?.setAttribute("aria-pressed", "true");
}

function settle() {
  clear();
  const button = /** @type {HTMLButtonElement | null} */ (find("recap"));
  if (!button) return;
  // Keep its place, so that its neighbours do not move.
  button.hidden = !own().size;
  button.disabled = !lines().length;
}

live.addEventListener("click", (event) => {
  const pressed = /** @type {Element} */ (event.target), button = pressed.closest("#recap");
  if (!button) {
    if (!pressed.closest(".recap") || pressed.closest("[data-back]")) clear();
    return;
  }
  if (button.getAttribute("aria-pressed") === "true") clear();
  else mark();
});
document.addEventListener("keydown", (event) => { if (event.key === "Escape") clear(); });
document.addEventListener("donjon:moment", clear);
document.addEventListener("donjon:settled", settle);
settle();
