// Count down the clocks that run, offer the seats of those whose time is up, and tell the own time zone.
"use strict";

import { find, live } from "./page.js";

const SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE, DAY = 24 * HOUR;
/** After zero, before anybody acts on it: moves that were sent in time still arrive. */
const GRACE = 2 * SECOND;
/** Less than this is shown as urgent. */
const SOON = MINUTE;

/** The server's time less that of this page, in milliseconds. */
let ahead = 0;

/** Take the server's time from a page or an update. @param {number} now in milliseconds since 1970 */
export function setClock(now) {
  if (now > 0) ahead = now - Date.now();
}

/** A time in words, as the server writes it. @param {number} time in milliseconds @param {DOMStringMap} words */
function inWords(time, words) {
  const fill = (/** @type {string} */ text, /** @type {Record<string, number>} */ values) =>
    text.replace(/\{(\w+)\}/g, (_all, name) => String(values[name]));
  const days = Math.floor(time / DAY), hours = Math.floor(time / HOUR), minutes = Math.floor(time / MINUTE);
  if (days) return fill(words.day ?? "", { days, hours: hours % 24 });
  if (hours >= 3) return fill(words.hour ?? "", { hours, minutes: minutes % 60 });
  return `${minutes}:${String(Math.floor(time / SECOND) % 60).padStart(2, "0")}`;
}

function tick() {
  const clocks = find("clocks");
  if (!clocks) return;
  const now = Date.now() + ahead;
  for (const left of /** @type {NodeListOf<HTMLElement>} */ (clocks.querySelectorAll("[data-due]"))) {
    const time = Math.max(0, Number(left.dataset.due) - now), text = inWords(time, clocks.dataset);
    if (left.textContent !== text) left.textContent = text;
    left.closest(".clock")?.classList.toggle("soon", time < SOON);
  }
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (clocks.querySelectorAll("[data-late]"))) {
    button.hidden = now < Number(button.dataset.late) + GRACE;
  }
}

/** The zone that was sent last: a refusal is not repeated. */
let sent = "";

/** Tell the server the zone of this device if it knows another, so that no deadline falls into the night. */
function tellZone() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (live.querySelectorAll("[data-zone]"))) {
    if (!zone || !field.form || field.value === zone || sent === zone + field.form.id) continue;
    sent = zone + field.form.id;
    field.value = zone;
    const body = new URLSearchParams(/** @type {any} */ (new FormData(field.form)));
    fetch(field.form.action, { method: "POST", body, headers: { "x-frame": live.dataset.frame ?? "", "x-stream": "open" } })
      .catch(() => { sent = ""; });
  }
}

function settle() {
  tick();
  tellZone();
}

setClock(Number(live.dataset.now));
document.addEventListener("donjon:settled", settle);
document.addEventListener("visibilitychange", tick);
setInterval(tick, SECOND / 2);
settle();
