// The cases of one file of tests, with the answers of Python: see ../test_logic.py.

import { readFileSync } from "node:fs";
import { Puzzle } from "../../../../edgeasp/draw/page/modules/puzzle.js";

export const cases = JSON.parse(readFileSync(process.env.CASES, "utf8"));

/** 3 x 3 with a frame; tile 3 is a corner and tile 8 the centre. */
export const small = () => new Puzzle(cases.small);

/** Random whole numbers below a bound, the same ones for each seed (mulberry32). @param {number} seed */
export const dice = (seed) => (/** @type {number} */ bound) => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
  return Math.floor(((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32 * bound);
};

/** The message of the error that a call throws. @param {() => unknown} call @returns {string} */
export const refusal = (call) => {
  try {
    call();
  } catch (error) {
    if (error instanceof Error) return `${error.constructor.name}: ${error.message}`;
    throw error;
  }
  return "";
};
