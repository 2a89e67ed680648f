// Reload a running review every few seconds and replace what has changed. Progress is announced in quarters only.
// Without this file a link reloads the page.
"use strict";

import { find } from "./page.js";
import { tried } from "./sending.js";

const PARTS = 4;
const main = /** @type {HTMLElement} */ (find("main"));
/** The last announcement: a place in the queue, or a number of quarters. @type {string | number | undefined} */
let latest;

const words = (/** @type {string} */ id) => find(id)?.textContent?.trim();
const isGoing = () => main.dataset.lookAgain !== undefined;

/** Replace what has changed in a page. @param {HTMLElement} fresh */
function lay(fresh) {
  // What the reader has unfolded stays so.
  for (const fold of main.querySelectorAll("details[open][id]")) fresh.querySelector(`#${CSS.escape(fold.id)}`)?.setAttribute("open", "");
  const focus = document.activeElement?.id ?? "", parts = [...fresh.children], shown = [...main.children];
  parts.forEach((part, at) => {
    if (!shown[at]) main.append(part);
    else if (!part.isEqualNode(shown[at])) shown[at].replaceWith(part);
  });
  for (const part of shown.slice(parts.length)) part.remove();
  if (fresh.dataset.lookAgain === undefined) delete main.dataset.lookAgain;
  if (focus) find(focus)?.focus();
}

/** Announce progress, and the end. */
function say() {
  const said = find("said"), bar = /** @type {HTMLProgressElement | null} */ (find("progress"));
  const now = words("place") ?? (bar ? Math.floor(PARTS * bar.position) : PARTS);
  if (!said || (now === latest && isGoing())) return;
  latest = now;
  said.textContent = words("interrupted") ?? words("place") ?? words("looked") ?? said.dataset.done ?? "";
}

async function again() {
  const answer = await tried(location.pathname, () => ({}), { tries: 1 });
  if (answer && !answer.ok) return location.reload();
  const page = answer && new DOMParser().parseFromString(answer.text, "text/html");
  const fresh = page?.getElementById("main");
  if (fresh) {
    lay(fresh);
    say();
  }
  if (isGoing()) wait();
}

const wait = () => setTimeout(again, Number(main.dataset.lookAgain) * 1000);

say();
wait();
