// Play boards of a minute without loading the page anew: fetch the part that an address shows. A tap beside the choices
// is answered, too. Without this file every step is a page of its own.
"use strict";

import "./tapping.js";
import "./walking.js";
import { find, live } from "./page.js";
import { Errand } from "./sending.js";

const step = new Errand("loading", "waiting");

/** Show what an address shows. @param {string | URL} address */
async function go(address) {
  const focus = document.activeElement?.id ?? "";
  const answer = await step.run(address, () => ({ headers: { "x-frame": live.dataset.frame ?? "board" } }));
  if (!answer) return; // another has been asked for
  if (!answer.ok) return location.assign(address);
  live.innerHTML = answer.text;
  history.replaceState(null, "", address);
  document.title = find("room-title")?.textContent + document.title.replace(/^.*?(?= · )/, "");
  const reply = find("reply"), title = find("room-title");
  tell(reply ?? find("prompt") ?? find("room-said"), reply ? null : title);
  // After a wrong move the focus stays for another try; else the words come first.
  (reply ? find(focus) ?? find("prompt") : title)?.focus({ preventScroll: true });
  document.dispatchEvent(new Event("donjon:settled"));
}

/** Announce what is new to screen readers. @param {HTMLElement | null} words @param {HTMLElement | null} title */
function tell(words, title) {
  const text = [title, words].map((one) => one?.textContent?.trim() ?? "").filter(Boolean).join(". ");
  // A board is read where the focus goes; what was said of a wrong move is over then.
  find("said")?.replaceChildren(words?.id === "reply" ? text : "");
}

/** Return the address of the current step with a move. @param {string} name @param {string} value */
function move(name, value) {
  const form = /** @type {HTMLFormElement} */ (find("moves")), address = new URL(form.getAttribute("action") ?? "", location.href);
  address.search = new URLSearchParams({ step: String(new FormData(form).get("step")), [name]: value }).toString();
  return address;
}

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = /** @type {HTMLAnchorElement | null} */ (target.closest("a[data-go]"));
  if (link) {
    event.preventDefault();
    go(link.href);
  } else if (target.closest("#board-view") && !target.closest("button") && find("spots")) {
    const sheet = /** @type {HTMLElement} */ (find("board-sheet")).getBoundingClientRect();
    const x = 100 * (event.clientX - sheet.left) / sheet.width, y = 100 * (event.clientY - sheet.top) / sheet.height;
    go(move("at", `${x.toFixed(2)},${y.toFixed(2)}`));
  }
});

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const pressed = /** @type {HTMLButtonElement | null} */ (event.submitter);
  if (form.id !== "moves" || !pressed) return;
  event.preventDefault();
  go(move(pressed.name, pressed.value));
});

// Enter on a drawn space that cannot be chosen (walking.js).
document.addEventListener("donjon:why", (event) => {
  go(move("action", /** @type {CustomEvent<string>} */ (event).detail));
});
