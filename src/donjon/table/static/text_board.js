// Keep the text view up to date: when something happens, reload the page and announce what is new. Choices and
// questions are sent without leaving the page. Without this file every form brings a page.
"use strict";

import { listen } from "./listening.js";
import { find, live } from "./page.js";
import { Errand, isFinal, tried } from "./sending.js";
import { retitle } from "./tab.js";

/** @param {string} text */
const read = (text) => new DOMParser().parseFromString(text, "text/html").getElementById("live");

/** Replace this page by a new one; false if it is a different page. @param {string} text */
function lay(text) {
  const fresh = read(text);
  if (!fresh) return false;
  const focus = document.activeElement?.id ?? "", said = find("said"), spoken = fresh.querySelector("#said");
  // The live log stays the same element, so that only added lines are read out.
  for (const line of spoken?.children ?? []) if (!find(line.id)) said?.append(line.cloneNode(true));
  if (said && spoken) spoken.replaceWith(said);
  live.replaceChildren(...fresh.childNodes);
  live.dataset.frame = fresh.dataset.frame;
  retitle();
  find(focus)?.focus();
  return true;
}

/** Reload the page; false if the server was not reached. */
async function refresh() {
  const answer = await tried(location.pathname, () => ({}), { tries: 1 });
  if (answer?.ok) lay(answer.text);
  return answer !== null;
}

const choice = new Errand("sending", "waiting"), question = new Errand("loading", "asking");
/** A page of the table is an answer whatever its status: it contains the refusal. */
const isPage = (/** @type {import("./sending.js").Answer} */ answer) => read(answer.text) !== null || isFinal(answer);

document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target), address = form.getAttribute("action") ?? "";
  if (!live.contains(form) || address === "/new") return;
  event.preventDefault();
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form, event.submitter)));
  const isChoice = form.getAttribute("method") === "post";
  for (const one of live.querySelectorAll("button.sending")) one.classList.remove("sending");
  event.submitter?.classList.add("sending");
  const answer = isChoice
    ? await choice.run(address, () => ({ method: "POST", body }), { isAnswer: isPage })
    : await question.run(`${address}?${body}`, () => ({}), { tries: body.has("hint") ? 4 : 3 });
  if (!answer) return;
  if (!lay(answer.text)) return location.reload();
  find("what")?.focus();
});

listen({
  table: (live.dataset.table ?? "").replace("/t/", ""),
  frame: () => live.dataset.frame ?? "",
  receive: (update) => { if (update.to !== live.dataset.frame) refresh(); },
  catchUp: refresh,
});
find("what")?.focus();
