// The pictures of the rulebook in the fonts of the page. A picture (img) may load none: it is drawn again from the
// same bytes as a part of the page, in a shadow root, where its style and its ids are its own.
"use strict";

const WHOLE = ":host { display: block; height: 100%; container-type: inline-size; } svg { display: block; width: 100%; height: 100%; }";

/** @param {HTMLImageElement} picture */
async function draw(picture) {
  const answer = await fetch(picture.src, { cache: "force-cache" });
  // Its style is read as words, as pages allow no style elements; it is the first thing in the picture.
  const text = (await answer.text()).replace("<style>", "<desc>").replace("</style>", "</desc>");
  const drawn = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const style = drawn.firstElementChild;
  if (!answer.ok || style?.tagName !== "desc") return;
  style.remove();
  const host = document.createElement("span"), sheet = new CSSStyleSheet();
  if (picture.alt) {
    host.setAttribute("role", "img");
    host.setAttribute("aria-label", picture.alt);
  } else host.setAttribute("aria-hidden", "true");
  // Which words can be read depends on the width of the picture, which was the whole of its document.
  sheet.replaceSync(WHOLE + (style.textContent ?? "").replaceAll("@media (width", "@container (width"));
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [sheet];
  drawn.setAttribute("aria-hidden", "true");
  root.append(document.importNode(drawn, true));
  picture.replaceWith(host);
}

for (const picture of /** @type {NodeListOf<HTMLImageElement>} */ (
  document.querySelectorAll(".panel-picture img, .example-picture img"))) {
  if (picture.complete && picture.naturalWidth) draw(picture);
  else picture.addEventListener("load", () => draw(picture), { once: true });
}
