// One stream of server-sent events for several tables. It is reopened when it breaks or falls silent, and continues
// from the pages it has delivered.
"use strict";

/**
 * News of a stream: alive (every: at most the milliseconds until the next sign), lost, a table has changed, or who
 * watches it has.
 * @typedef {{kind: "alive", every: number} | {kind: "lost"} | {kind: "update", update: {table: string, to: string}}
 *   | {kind: "crowd", update: {table: string, text: string}}} News
 */

/** The default interval of a server's signs of life, in milliseconds. */
export const EVERY = 4000;
/** Two missed signs mean a lost stream. @param {number} every */
export const patience = (every) => 2 * every + 500;
const CHECK = 500, FIRST_PAUSE = 1000, LONGEST_PAUSE = 8000;

export class Stream {
  /** The last page of each table. @type {Map<string, string>} */
  frames = new Map();
  isLost = false;
  /** @type {EventSource | null} */
  #source = null;
  #heard = 0;
  #every = EVERY;
  #pause = FIRST_PAUSE;
  #again = 0;
  #clock = 0;
  #tell;

  /** @param {(news: News) => void} tell */
  constructor(tell) {
    this.#tell = tell;
  }

  /** Open or reopen the stream. */
  open() {
    this.close();
    const seen = [...this.frames].map(([table, frame]) => ["seen", `${table}:${frame}`]);
    const source = new EventSource(`/stream?${new URLSearchParams(seen)}`);
    this.#source = source;
    this.#heard = Date.now();
    source.addEventListener("open", () => this.#hear());
    source.addEventListener("beat", (event) => {
      this.#every = 1000 * Number(event.data);
      this.#hear();
    });
    source.addEventListener("message", (event) => {
      this.#hear();
      const update = JSON.parse(event.data);
      if (this.frames.has(update.table)) this.frames.set(update.table, update.to);
      this.#tell({ kind: "update", update });
    });
    source.addEventListener("crowd", (event) => {
      this.#hear();
      this.#tell({ kind: "crowd", update: JSON.parse(event.data) });
    });
    source.addEventListener("error", () => this.#lose());
    this.#clock = setInterval(() => { if (Date.now() - this.#heard > patience(this.#every)) this.#lose(); }, CHECK);
  }

  close() {
    this.#source?.close();
    clearInterval(this.#clock);
    clearTimeout(this.#again);
  }

  #hear() {
    this.#heard = Date.now();
    this.#pause = FIRST_PAUSE;
    this.isLost = false;
    this.#tell({ kind: "alive", every: this.#every });
  }

  #lose() {
    this.close();
    this.isLost = true;
    this.#tell({ kind: "lost" });
    this.#again = setTimeout(() => this.open(), this.#pause);
    this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE);
  }
}
