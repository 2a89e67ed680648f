// The text board follows the table: when something happens there, the page is read again, and what is new in it is
// said. Without this file one loads it again oneself.
"use strict";

const live = /** @type {HTMLElement} */ (document.getElementById("live"));

async function refresh() {
  const answer = await fetch(location.pathname);
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("live");
  if (!fresh) return;
  const focus = document.activeElement?.id ?? "";
  const said = document.getElementById("said"), spoken = fresh.querySelector("#said");
  // The log that is spoken stays the same element: only what is added to it is read out.
  for (const line of spoken?.children ?? []) if (!document.getElementById(line.id)) said?.append(line.cloneNode(true));
  if (said && spoken) spoken.replaceWith(said);
  live.replaceChildren(...fresh.childNodes);
  live.dataset.frame = fresh.dataset.frame;
  document.getElementById(focus)?.focus();
}

const source = new EventSource(`${live.dataset.stream}?seen=${encodeURIComponent(live.dataset.frame ?? "")}`);
source.addEventListener("message", refresh);
window.addEventListener("pagehide", () => source.close());
document.getElementById("what")?.focus();
