// Send the requests of a page. A request without an answer is aborted after some seconds and sent again; repeating is
// safe, because a choice carries a key that the server recognises. After some tries a button offers to try again.
"use strict";

import { find } from "./page.js";

/** Milliseconds: the timeout of an answer, and the pause after an immediate failure. */
export const PATIENCE = 6000;
const PAUSE = 1000;
export const TRIES = 3;
/** A faster answer shows no message. */
export const GRACE = 400;

/** @typedef {{status: number, ok: boolean, type: string, text: string}} Answer */
/** @typedef {{isAnswer?: (answer: Answer) => boolean, tries?: number, signal?: AbortSignal, again?: () => void}} Way */

/** Statuses of a proxy whose server does not answer, or of a busy server: retry later. */
const LATER = [429, 502, 503, 504];
/** Return whether it is the answer itself. @param {Answer} answer */
export const isFinal = (answer) => !LATER.includes(answer.status);

/** Add to the number of pending answers of a kind, which the page shows. @type {Map<string, number>} */
const counts = new Map();
export function busy(/** @type {string} */ kind, /** @type {number} */ more) {
  const now = (counts.get(kind) ?? 0) + more;
  counts.set(kind, now);
  document.documentElement.classList.toggle(kind, now > 0);
}

/**
 * Send once; null after the timeout.
 * @param {string | URL} address @param {RequestInit} how @param {AbortSignal} [signal]
 * @returns {Promise<Answer | null>}
 */
async function once(address, how, signal) {
  const stop = new AbortController(), end = () => stop.abort(), timer = setTimeout(end, PATIENCE);
  signal?.addEventListener("abort", end);
  try {
    const got = await fetch(address, { ...how, signal: stop.signal });
    return { status: got.status, ok: got.ok, type: got.headers.get("content-type") ?? "", text: await got.text() };
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
  }
}

/**
 * Send, with retries; null if there was no answer or the request was cancelled.
 * @param {string | URL} address
 * @param {() => RequestInit} how made anew for each try
 * @param {Way} [way]
 */
export async function tried(address, how, { isAnswer = isFinal, tries = TRIES, signal, again } = {}) {
  for (let number = 1; ; number += 1) {
    const began = Date.now(), answer = signal?.aborted ? null : await once(address, how(), signal);
    if (signal?.aborted) return null;
    if (answer && isAnswer(answer)) return answer;
    if (number >= tries || !navigator.onLine) return null;
    again?.();
    const pause = Math.max(0, number * PAUSE - (Date.now() - began));
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** @typedef {"" | "sending" | "again" | "failed" | "late"} State */

/** Show the state of a request in a line; a failed one can be sent again. @param {string} id @param {State} state */
export function say(id, state) {
  const line = find(id), words = line?.querySelector("span"), button = line?.querySelector("button");
  if (!line || !words || !button) return;
  line.dataset.state = state;
  line.setAttribute("aria-live", state === "failed" ? "assertive" : "polite");
  words.textContent = state && (line.dataset[state] ?? "");
  button.hidden = state !== "failed";
  // Move a keyboard user's focus here: the pressed button may be gone.
  if (!button.hidden && document.activeElement === document.body) button.focus();
}

/** One request at a time, with its state in a line of its own. A later request replaces it. */
export class Errand {
  #line;
  #kind;
  #stop = new AbortController();
  /** @type {(() => void) | null} */
  #retry = null;
  isUnderWay = false;

  /** @param {string} line the id of the line that shows the state @param {string} kind see `busy` */
  constructor(line, kind) {
    this.#line = line;
    this.#kind = kind;
    document.addEventListener("click", (event) => {
      if (/** @type {Element} */ (event.target).closest(`#${line} button`)) this.retry();
    });
  }

  /**
   * Send until there is an answer; null if another request replaced it.
   * @param {string | URL} address @param {() => RequestInit} how @param {Way} [way]
   */
  async run(address, how, way = {}) {
    this.cancel();
    const { signal } = this.#stop, again = () => say(this.#line, "again");
    this.isUnderWay = true;
    for (;;) {
      const words = setTimeout(() => say(this.#line, "sending"), GRACE);
      busy(this.#kind, 1);
      const answer = await tried(address, how, { ...way, signal, again });
      clearTimeout(words);
      busy(this.#kind, -1);
      if (signal.aborted) return null;
      if (answer) {
        this.cancel();
        return answer;
      }
      say(this.#line, "failed");
      await new Promise((resolve) => { this.#retry = () => resolve(null); });
      if (signal.aborted) return null;
      say(this.#line, "sending");
    }
  }

  /** Retry the failed request. */
  retry() {
    const retry = this.#retry;
    this.#retry = null;
    retry?.();
  }

  /** Return whether the request failed and can be retried. */
  get hasFailed() {
    return this.#retry !== null;
  }

  /** Cancel the request. */
  cancel() {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.isUnderWay = false;
    this.retry();
    say(this.#line, "");
  }
}
