// Draw the pictures of the rulebook with the fonts of the page. An img cannot load fonts, so the picture is drawn again
// from the same bytes in a shadow root, where its style and ids are its own.
"use strict";

const WHOLE = ":host { display: block; height: 100%; container-type: inline-size; } svg { display: block; width: 100%; height: 100%; }";

/** @param {HTMLImageElement} picture */
async function draw(picture) {
  const answer = await fetch(picture.src, { cache: "force-cache" });
  // Its style, the first element, is read as text, because pages allow no style elements.
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
  // Which words are legible depends on the width of the picture, which was the whole document.
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
