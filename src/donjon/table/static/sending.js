// What a page asks its server for by script. A request without an answer is given up after some seconds and sent again,
// which does nothing twice: a choice carries a key by which the server knows it again. What was not answered after some
// tries is said, with a button, and nothing is lost.
"use strict";

import { find } from "./page.js";

/** In milliseconds: how long an answer may take, the pause after a try that failed at once. */
export const PATIENCE = 6000;
const PAUSE = 1000;
export const TRIES = 3;
/** What is answered sooner makes no words. */
export const GRACE = 400;

/** @typedef {{status: number, ok: boolean, type: string, text: string}} Answer */
/** @typedef {{isAnswer?: (answer: Answer) => boolean, tries?: number, signal?: AbortSignal, again?: () => void}} Way */

/** What a proxy says for a server that does not answer, or a server that has too much to do: ask again later. */
const LATER = [429, 502, 503, 504];
/** Is it the answer itself? @param {Answer} answer */
export const isFinal = (answer) => !LATER.includes(answer.status);

/** Note on the page that so many more (or fewer) answers of a kind are on their way. @type {Map<string, number>} */
const counts = new Map();
export function busy(/** @type {string} */ kind, /** @type {number} */ more) {
  const now = (counts.get(kind) ?? 0) + more;
  counts.set(kind, now);
  document.documentElement.classList.toggle(kind, now > 0);
}

/**
 * Ask once; null where nothing came in time.
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
 * Ask, again if need be; null where there was no answer, or it is not wanted any more.
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

/** Say in a line how it goes; what has failed can be sent again. @param {string} id @param {State} state */
export function say(id, state) {
  const line = find(id), words = line?.querySelector("span"), button = line?.querySelector("button");
  if (!line || !words || !button) return;
  line.dataset.state = state;
  line.setAttribute("aria-live", state === "failed" ? "assertive" : "polite");
  words.textContent = state && (line.dataset[state] ?? "");
  button.hidden = state !== "failed";
  // Who chose by keyboard goes on from here: what was pressed may be gone.
  if (!button.hidden && document.activeElement === document.body) button.focus();
}

/** One thing that is asked for at a time, and how that goes, said in a line of its own. A later one takes its place. */
export class Errand {
  #line;
  #kind;
  #stop = new AbortController();
  /** @type {(() => void) | null} */
  #retry = null;
  isUnderWay = false;

  /** @param {string} line the id of the line in which it is said @param {string} kind see `busy` */
  constructor(line, kind) {
    this.#line = line;
    this.#kind = kind;
    document.addEventListener("click", (event) => {
      if (/** @type {Element} */ (event.target).closest(`#${line} button`)) this.retry();
    });
  }

  /**
   * Ask until there is an answer; null when something else is asked for in its place.
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

  /** Send again what was not sent. */
  retry() {
    const retry = this.#retry;
    this.#retry = null;
    retry?.();
  }

  /** Was it given up, and waits to be sent again? */
  get hasFailed() {
    return this.#retry !== null;
  }

  /** It is not wanted any more. */
  cancel() {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.isUnderWay = false;
    this.retry();
    say(this.#line, "");
  }
}
