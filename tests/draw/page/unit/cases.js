// The cases of one file of tests, with the answers of Python: see ../test_logic.py.

import { readFileSync } from "node:fs";
import { Puzzle } from "../../../../edgeasp/draw/page/modules/puzzle.js";

export const cases = JSON.parse(readFileSync(process.env.CASES, "utf8"));

/** 3 x 3 with a frame; tile 3 is a corner and tile 8 the centre. */
export const small = () => new Puzzle(cases.small);

/** Random whole numbers below a bound, the same ones for each seed. @param {number} seed */
export const dice = (seed) => (/** @type {number} */ bound) => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor(seed / 2 ** 32 * bound);
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
