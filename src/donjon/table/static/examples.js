// Play examples inside their chapter: fetch the part of the page that an address shows and insert it. One example is
// played at a time. Without this file every step is a page of its own.
"use strict";

import "./unfolding.js";
import "./drawer.js";
import "./asking.js";
import "./looking.js";
import "./handling.js";
import "./tapping.js";
import "./walking.js";
import { find, live } from "./page.js";
import { Errand } from "./sending.js";

const step = new Errand("loading", "waiting");

/**
 * Show an example in the state that an address describes.
 * @param {string} address
 * @param {boolean} isNew whether it was opened just now
 */
async function go(address, isNew = false) {
  const focus = document.activeElement?.id ?? "";
  const answer = await step.run(address, () => ({ headers: { "x-frame": live.dataset.frame || "0" } }));
  if (!answer) return; // another has been asked for
  if (!answer.ok) return location.assign(address);
  live.innerHTML = answer.text;
  const shown = live.querySelector(".try"), did = shown?.getAttribute("data-did") ?? "", more = shown?.getAttribute("data-more") ?? "";
  live.dataset.frame = did || "0";
  if (live.closest(".alone")) {
    const query = [did && `did=${did}`, more].filter(Boolean).join("&");
    history.replaceState(null, "", query ? `?${query}` : location.pathname);
  }
  tell();
  document.dispatchEvent(new Event("donjon:settled"));
  // What the coach says of a try is read beside the board, which stays where it is.
  if (live.querySelector(".retry #after")) find("prompt")?.scrollIntoView({ block: "nearest" });
  const next = isNew ? find("prompt") : find(focus) ?? find("show-me") ?? find("prompt");
  if (isNew || document.activeElement === document.body) next?.focus({ preventScroll: !isNew });
}

/** Announce what happened to screen readers. */
function tell() {
  const said = find("said"), now = [...live.querySelectorAll("#log-lines > .line")].slice(0, 3).reverse();
  const words = [...now, find("after"), find("hint-words"), find("prompt")].map((one) => one?.textContent?.trim() ?? "").filter(Boolean);
  said?.replaceChildren(...words.map((text) => Object.assign(document.createElement("p"), { textContent: text })));
}

/** Insert the example that is played into the chapter. @param {HTMLElement} box */
function lay(box) {
  for (const other of document.querySelectorAll(".example.playing")) other.classList.remove("playing");
  box.classList.add("playing");
  live.replaceChildren();
  live.hidden = false;
  box.append(live);
  go(box.dataset.example ?? "", true);
}

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const opens = target.closest("a[data-play]"), link = /** @type {HTMLAnchorElement | null} */ (target.closest("a[data-go]"));
  // Within a chapter the next example is played where it stands; on a page of its own it has a page, too.
  const next = live.closest(".alone") ? null : find(target.closest("a[data-next]")?.getAttribute("data-next") ?? "");
  const box = /** @type {HTMLElement | null} */ (opens?.closest("[data-example]") ?? next);
  if (box) {
    event.preventDefault();
    lay(box);
  } else if (link && live.contains(link)) {
    event.preventDefault();
    go(link.href);
  }
});

// Before asking.js handles the form.
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.id !== "moves" || !live.contains(form)) return;
  event.preventDefault();
  event.stopPropagation();
  const said = new URLSearchParams(/** @type {any} */ (new FormData(form, event.submitter)));
  go(`${form.getAttribute("action")}?${said}`);
}, true);
