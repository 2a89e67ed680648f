// Sound, off by default: a tick for events, a bell for your turn.
"use strict";

import { find, live } from "./page.js";

const button = find("sound");
const isMine = () => live.querySelector(".play.yours") !== null;
/** @type {AudioContext | null} */
let audio = null;
let mine = isMine();

/**
 * @param {number} pitch
 * @param {number} seconds
 * @param {OscillatorType} kind
 */
function tone(pitch, seconds, kind) {
  if (!audio) return;
  const voice = audio.createOscillator(), loud = audio.createGain();
  voice.type = kind;
  voice.frequency.value = pitch;
  loud.gain.setValueAtTime(0.12, audio.currentTime);
  loud.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + seconds);
  voice.connect(loud).connect(audio.destination);
  voice.start();
  voice.stop(audio.currentTime + seconds);
}

document.addEventListener("donjon:moment", () => tone(240, 0.06, "triangle"));
document.addEventListener("donjon:settled", () => {
  if (isMine() && !mine) tone(880, 0.7, "sine");
  mine = isMine();
});

if (button) {
  button.hidden = false;
  button.addEventListener("click", () => {
    if (audio) { audio.close(); audio = null; } else audio = new AudioContext();
    button.setAttribute("aria-pressed", String(audio !== null));
  });
}
