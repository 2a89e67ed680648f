// Keep the page of a table up to date whose players are still to come: fetch it again when something happens, and go to
// the game when it starts. Without this file every form brings a page.
"use strict";

import "./copying.js";
import "./sharing.js";
import { listen } from "./listening.js";
import { find, live } from "./page.js";
import { Errand, isFinal, tried } from "./sending.js";

/** @param {string} text */
const read = (text) => new DOMParser().parseFromString(text, "text/html");

/** Show a new page; go to the table if its game has started. @param {string} text */
function lay(text) {
  const page = read(text), fresh = page.getElementById("live");
  if (!fresh || !page.getElementById("gather-title")) return location.reload();
  const focus = document.activeElement?.id ?? "", name = /** @type {HTMLInputElement | null} */ (find("name"));
  const unfolded = [...live.querySelectorAll("details[open][id]")].map((one) => one.id);
  const typed = name?.value;
  live.replaceChildren(...fresh.childNodes);
  live.dataset.frame = fresh.dataset.frame;
  document.title = page.title;
  // What was unfolded and typed stays.
  for (const id of unfolded) find(id)?.setAttribute("open", "");
  const again = /** @type {HTMLInputElement | null} */ (find("name"));
  if (again && typed !== undefined) again.value = typed;
  // What was refused takes the focus.
  (/** @type {HTMLElement | null} */ (live.querySelector("[autofocus]")) ?? find(focus))?.focus();
  document.dispatchEvent(new Event("donjon:settled"));
}

/** Fetch the page again; false if the server was not reached. */
async function refresh() {
  const answer = await tried(location.pathname, () => ({}), { tries: 1 });
  // A private game that has started without this viewer is refused.
  if (answer?.ok || answer?.status === 403) lay(answer.text);
  return answer !== null;
}

const change = new Errand("sending", "waiting");
const isPage = (/** @type {import("./sending.js").Answer} */ answer) => read(answer.text).getElementById("live") !== null || isFinal(answer);

live.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.getAttribute("action") === "/device") return; // leads to another page
  event.preventDefault();
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form, event.submitter)));
  event.submitter?.classList.add("sending");
  const answer = await change.run(form.getAttribute("action") ?? "", () => ({ method: "POST", body }), { isAnswer: isPage });
  if (answer) lay(answer.text);
});

listen({
  table: (live.dataset.table ?? "").replace("/t/", ""),
  frame: () => live.dataset.frame ?? "",
  receive: (update) => { if (update.to !== live.dataset.frame) refresh(); },
  catchUp: refresh,
});
