// One seat is mine: taking another one as "Me" leaves there what the other one had.
"use strict";

const lists = /** @type {NodeListOf<HTMLSelectElement>} */ (document.querySelectorAll("form.new select[name^='seat.']"));
const had = new Map([...lists].map((list) => [list, list.value]));

for (const list of lists) {
  list.addEventListener("change", () => {
    const before = had.get(list) ?? "", own = [...lists].find((other) => other !== list && other.value === "me");
    if (list.value === "me" && own) {
      own.value = before;
      had.set(own, before);
      swap(name(list), name(own));
    }
    had.set(list, list.value);
  });
}

/** @param {HTMLSelectElement} list @returns {HTMLInputElement} */
function name(list) {
  return /** @type {HTMLInputElement} */ (document.getElementById(list.id.replace("seat", "name")));
}

/** @param {HTMLInputElement} one @param {HTMLInputElement} other */
function swap(one, other) {
  [one.value, other.value] = [other.value, one.value];
}
