// Keep the lobby up to date: fetch it again when something has changed.
"use strict";

import { listen } from "./listening.js";
import { find, live } from "./page.js";
import { tried } from "./sending.js";

/** Fetch the page again; false if the server was not reached. */
async function refresh() {
  const answer = await tried(location.pathname + location.search, () => ({}), { tries: 1 });
  const fresh = answer?.ok && new DOMParser().parseFromString(answer.text, "text/html").getElementById("live");
  if (fresh) {
    const row = document.activeElement?.closest("li")?.id ?? "";
    live.replaceChildren(...fresh.childNodes);
    live.dataset.frame = fresh.dataset.frame;
    find(row)?.querySelector("a")?.focus({ preventScroll: true });
  }
  return answer !== null;
}

listen({
  table: "lobby",
  frame: () => live.dataset.frame ?? "",
  receive: (update) => { if (update.to !== live.dataset.frame) refresh(); },
  catchUp: refresh,
});
