// What HTML cannot do by itself: looking around on the board, asking by a tap, noticing a dead line, moving among
// the places on the board with the arrow keys, sound. Everything works without this file.
"use strict";

(() => {
  const live = document.getElementById("live");
  if (!live) return;
  const find = (id) => document.getElementById(id);

  // Looking around. The transform lives in a style sheet of its own, so that a new page does not undo it.
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);
  const look = { scale: 1, x: 0, y: 0 };
  const LARGEST = 6;

  function limit() {
    const view = find("board-view");
    if (!view) return;
    const width = view.clientWidth, height = view.clientHeight;
    look.scale = Math.min(LARGEST, Math.max(1, look.scale));
    look.x = Math.min(0, Math.max(width - width * look.scale, look.x));
    look.y = Math.min(0, Math.max(height - height * look.scale, look.y));
  }

  // Spaces too small for a finger are no targets: the first tap looks closer, the next one chooses.
  // (The list of spaces in the bar stays, for whoever does not tap.)
  const SMALLEST = 24;
  function spaceWidth() {
    const space = live.querySelector(".spots > button, [data-action]");
    return space ? space.getBoundingClientRect().width : SMALLEST;
  }
  const tooSmall = () => live.querySelector(".spots") !== null && spaceWidth() < SMALLEST && look.scale < LARGEST;

  function show() {
    limit();
    const moved = `translate(${look.x}px, ${look.y}px) scale(${look.scale})`;
    sheet.replaceSync(look.scale === 1 ? "" :
      `#board-sheet { transform: ${moved}; } #board-view { touch-action: none; cursor: grab; }`);
    if (tooSmall()) sheet.insertRule(".spots > button { visibility: hidden; }");
  }

  function zoom(factor, x, y) {
    const before = look.scale;
    look.scale = Math.min(LARGEST, Math.max(1, look.scale * factor));
    const ratio = look.scale / before;
    look.x = x - (x - look.x) * ratio;
    look.y = y - (y - look.y) * ratio;
    show();
  }

  function place(event) {
    const box = find("board-view").getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  const fingers = new Map();
  let dragged = false, spread = 0, lastTap = 0;

  live.addEventListener("pointerdown", (event) => {
    if (!event.target.closest("#board-view")) return;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (fingers.size === 1) dragged = false;
    spread = distance();
  });

  function distance() {
    if (fingers.size < 2) return 0;
    const [[ax, ay], [bx, by]] = [...fingers.values()];
    return Math.hypot(ax - bx, ay - by);
  }

  window.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const dx = event.clientX - before[0], dy = event.clientY - before[1];
    if (fingers.size === 1 && !dragged && Math.hypot(dx, dy) < 6) return;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (fingers.size === 1 && look.scale > 1) {
      dragged = true;
      look.x += dx;
      look.y += dy;
      show();
    } else if (fingers.size === 2) {
      dragged = true;
      const now = distance();
      if (spread > 0 && now > 0) zoom(now / spread, ...place(event));
      spread = now;
    }
  });

  for (const name of ["pointerup", "pointercancel"]) {
    window.addEventListener(name, (event) => {
      fingers.delete(event.pointerId);
      spread = distance();
    });
  }

  live.addEventListener("wheel", (event) => {
    if (!event.ctrlKey || !event.target.closest("#board-view")) return;
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 300), ...place(event));
  }, { passive: false });

  // A drag that ends on a space is no choice.
  live.addEventListener("click", (event) => {
    if (!event.target.closest("#board-view")) return;
    if (dragged) {
      event.preventDefault();
      event.stopPropagation();
      dragged = false;
      return;
    }
    if (event.target.closest("button, a")) return;
    if (tooSmall()) {
      zoom(Math.max(2.2, 30 / spaceWidth()), ...place(event));
      return;
    }
    const now = Date.now();
    if (now - lastTap < 350) {
      lastTap = 0;
      if (look.scale > 1) { look.scale = 1; look.x = look.y = 0; show(); } else zoom(2.5, ...place(event));
      return;
    }
    lastTap = now;
    const space = event.target.closest("[data-action]");
    if (space) whyNot(space.dataset.action);
  }, true);

  live.addEventListener("click", (event) => {
    const button = event.target.closest("[data-zoom]");
    if (!button) return;
    const view = find("board-view");
    const middle = [view.clientWidth / 2, view.clientHeight / 2];
    if (button.dataset.zoom === "fit") { look.scale = 1; look.x = look.y = 0; show(); }
    else zoom(button.dataset.zoom === "in" ? 1.6 : 1 / 1.6, ...middle);
  });

  window.addEventListener("resize", show);

  function whyNot(action) {
    const form = find("ask"), text = find("ask-text");
    if (!form || !text) return;
    const kept = text.value;
    text.value = action;
    form.requestSubmit();
    text.value = kept;
  }

  // A tap on a thing asks what it is. The answer stands in the bar until it is sent away or the position changes:
  // new pages leave it alone (hx-morph-skip), and a page of another position has another place for answers.
  let opener = null;
  const answer = () => live.querySelector(".answer");
  live.addEventListener("click", (event) => {
    const place = answer();
    if (!place || event.defaultPrevented) return;
    if (event.target.closest("[data-back]")) {
      event.preventDefault();
      back();
      return;
    }
    if (!place.contains(event.target)) opener = event.target.closest("button, a, [data-subject]");
    const thing = event.target.closest("[data-subject]");
    if (!thing || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const address = new URL(place.dataset.from, location.href);
    address.searchParams.set("about", thing.dataset.subject);
    htmx.ajax("GET", address.pathname + address.search, { source: place, target: place, swap: "innerHTML" });
  });

  function back() {
    answer().replaceChildren();
    if (opener && opener.isConnected) opener.focus({ preventScroll: true });
  }

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && answer() && answer().firstElementChild) back();
  });

  // The things on the board are one stop of the tabulator; the arrow keys go on from there.
  let stop = null;
  function rove() {
    const things = [...live.querySelectorAll(".things > a")];
    const first = things.includes(stop) ? stop : things[0];
    for (const thing of things) thing.tabIndex = thing === first ? 0 : -1;
  }
  live.addEventListener("focusin", (event) => {
    if (!event.target.closest(".things > a")) return;
    stop = event.target;
    rove();
  });

  // The arrow keys go from one place to the nearest in that direction.
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  live.addEventListener("keydown", (event) => {
    const direction = ARROWS[event.key], here = event.target.closest(".spots > button, .things > a");
    if (!direction || !here) return;
    event.preventDefault();
    const from = here.getBoundingClientRect();
    let best = null, least = Infinity;
    for (const other of here.parentNode.children) {
      if (other === here) continue;
      const to = other.getBoundingClientRect();
      const dx = to.left - from.left, dy = to.top - from.top;
      const along = dx * direction[0] + dy * direction[1];
      const aside = Math.abs(dx * direction[1]) + Math.abs(dy * direction[0]);
      if (along < 2) continue;
      const cost = along + 2 * aside;
      if (cost < least) { least = cost; best = other; }
    }
    if (best) best.focus({ preventScroll: false });
  });

  // The answer to a form can be overtaken by the stream: a page older than the one that is shown comes too late.
  const numberOf = (part) => Number((part && part.querySelector("[data-seq]") || { dataset: {} }).dataset.seq);
  document.addEventListener("htmx:before:swap", (event) => {
    const late = (task) => task.target === live && numberOf(task.fragment) < numberOf(live);
    if (event.detail.tasks.some(late)) event.preventDefault();
  });

  // After a choice the button is gone: keep the keyboard at the table.
  let kept = null;
  document.addEventListener("htmx:before:swap", () => {
    const active = document.activeElement;
    kept = active && live.contains(active) ? active.id : null;
    if (kept && answer() && answer().contains(active) && opener) kept = opener.id || "confirm";
  });
  document.addEventListener("htmx:after:swap", () => {
    const zoomButtons = find("zoom");
    if (zoomButtons) zoomButtons.hidden = false;
    if (kept && document.activeElement === document.body) {
      const next = find(kept) || live.querySelector(kept.startsWith("spot-") ? ".spots > button" : "#moves button")
        || live.querySelector("#moves button") || find("log-scroll");
      if (next) next.focus({ preventScroll: true });
    }
    show();
    rove();
    ring();
  });

  // A line that brings no sign of life is cut and made anew; so is one that could not be made at all.
  const PATIENCE = 25000;
  let connection = null, heard = Date.now(), failed = false;
  const offline = find("offline");
  const alive = () => { heard = Date.now(); failed = false; if (offline) offline.hidden = true; };
  const silent = () => { if (offline) offline.hidden = false; };
  live.addEventListener("htmx:sse:before:connection", (event) => { connection = event.detail.connection; });
  for (const name of ["htmx:sse:after:connection", "htmx:sse:after:message", "beat"]) live.addEventListener(name, alive);
  live.addEventListener("htmx:sse:error", silent);
  live.addEventListener("htmx:sse:close", () => { failed = true; silent(); });
  // Errors of the forms inside bubble up to here, too.
  document.addEventListener("htmx:error", (event) => {
    silent();
    failed ||= event.target === live;
  });
  document.addEventListener("htmx:response:error", (event) => {
    if (event.target === live) { failed = true; silent(); } else location.reload();
  });
  setInterval(() => {
    if (!offline || document.hidden) return;
    if (failed) {
      failed = false;
      live.dispatchEvent(new Event("reconnect"));
    } else if (Date.now() - heard > PATIENCE) {
      silent();
      heard = Date.now();
      if (connection && connection.reader) connection.reader.cancel();
    }
  }, 3000);
  // A request of a form that comes through says as much as a sign of life.
  document.addEventListener("htmx:after:swap", () => { if (!failed && offline) offline.hidden = true; });

  // Sound, off until asked for: a tick for a move, a bell for your turn.
  const button = find("sound");
  let audio = null, mine = live.querySelector(".bar.yours") !== null, seen = lastLine();
  function lastLine() { const line = live.querySelector("#log-lines > li"); return line ? line.id : ""; }
  function tone(pitch, seconds, kind) {
    const voice = audio.createOscillator(), loud = audio.createGain();
    voice.type = kind;
    voice.frequency.value = pitch;
    loud.gain.setValueAtTime(0.12, audio.currentTime);
    loud.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + seconds);
    voice.connect(loud).connect(audio.destination);
    voice.start();
    voice.stop(audio.currentTime + seconds);
  }
  function ring() {
    const now = live.querySelector(".bar.yours") !== null, line = lastLine();
    if (audio && line !== seen) tone(240, 0.06, "triangle");
    if (audio && now && !mine) tone(880, 0.7, "sine");
    mine = now;
    seen = line;
  }
  if (button) {
    button.hidden = false;
    button.addEventListener("click", () => {
      if (audio) { audio.close(); audio = null; } else audio = new AudioContext();
      button.setAttribute("aria-pressed", String(audio !== null));
    });
  }

  if (find("zoom")) find("zoom").hidden = false;
  show();
  rove();
})();
