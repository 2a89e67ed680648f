// Shows step by step what has happened: each new line of the log in turn, with a ring around its place on the board.
// A press skips the rest. Nothing is shown to who prefers less motion, or was away: the page is the truth at once.
"use strict";

(() => {
  const live = document.getElementById("live");
  if (!live) return;
  const find = (id) => document.getElementById(id);
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const lines = () => [...live.querySelectorAll("#log-lines > li")];
  const LONG = 1100, SHORT = 420, MANY = 120;
  const seen = new Set(lines().map((line) => line.id));
  let queue = [], timer = 0;

  function stop() {
    clearTimeout(timer);
    timer = 0;
    queue = [];
    const ring = find("trail"), words = find("trail-words");
    if (ring) ring.hidden = true;
    if (words) words.hidden = true;
  }

  function step() {
    const line = queue.shift(), ring = find("trail"), words = find("trail-words");
    if (!line || !ring || !words || document.hidden) { stop(); return; }
    ring.hidden = !line.box;
    if (line.box) {
      const [left, top, width, height] = line.box.split(" ");
      Object.assign(ring.style, { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` });
    }
    words.textContent = line.text;
    words.hidden = false;
    timer = setTimeout(step, Math.max(SHORT, LONG - 60 * queue.length));
  }

  document.addEventListener("htmx:after:swap", () => {
    const fresh = lines().filter((line) => !seen.has(line.id)).reverse();
    for (const line of fresh) seen.add(line.id);
    if (calm.matches || document.hidden || fresh.length > MANY) { stop(); return; }
    queue.push(...fresh.map((line) => ({ text: line.textContent.trim(), box: line.dataset.box })));
    if (!timer && queue.length) step();
  });

  // Whoever goes on with the game, or presses anywhere, has seen enough.
  for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, () => { if (timer) stop(); }, true);
})();
