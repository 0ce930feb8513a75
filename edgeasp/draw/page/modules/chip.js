// A button of a colour: its paint, its motif, and its name or number.

import { make, picture } from "./dom.js";
import { emblem, outline, paint } from "./drawing.js";

/** @param {number} colour @param {string} name @param {boolean} lit @param {(colour: number) => void} choose @param {string} title */
export const chip = (colour, name, lit, choose, title) => {
  const button = make("button", {
    class: "chip", "data-colour": colour, "aria-pressed": String(lit), title,
    "aria-label": title, onclick: () => choose(colour),
  }, name, ...(outline(colour) ? [picture(emblem(colour))] : []));
  button.style.background = paint(colour).rgb;
  button.style.color = paint(colour).ink;
  return button;
};
