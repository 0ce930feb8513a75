// A button of a colour: its paint and its number.

import { make } from "./dom.js";
import { paint } from "./drawing.js";

/** @param {number} colour @param {boolean} lit @param {(colour: number) => void} choose @param {string} title */
export const chip = (colour, lit, choose, title) => {
  const button = make("button", {
    type: "button", class: "chip", "data-colour": colour, "aria-pressed": String(lit), title,
    "aria-label": title, onclick: () => choose(colour),
  }, String(colour));
  button.style.background = paint(colour).rgb;
  button.style.color = paint(colour).ink;
  return button;
};
