// The checker of the page: whether a board is a solution, and what is wrong with it. It knows no rules, and no solver.

import { EMPTY, groupsBy, Puzzle, WORDS, opposite, squaresOf } from "./puzzle.js";

/**
 * @typedef {object} Violation
 * @property {string} condition range, tile, adjoining, boundary, sign or clue
 * @property {number} index the square; of two, the upper or left one
 * @property {string} text a description
 *
 * @typedef {object} Report
 * @property {Violation[]} violations
 * @property {[number, number, string][]} marks the sides that are marked: square, side, condition
 * @property {number} missing how many squares are empty
 * @property {number} matched how many diamonds have two sides that meet
 * @property {number} mismatches how many have two
 * @property {boolean} solved
 */

/**
 * @param {Puzzle} puzzle
 * @param {number[]} laid
 * @param {Map<number, number>} [clues] the code of each square with a clue
 * @returns {Report}
 */
export const check = (puzzle, laid, clues = new Map()) => {
  const violations = [...rotations(puzzle, laid), ...tiles(puzzle, laid)];
  /** @type {Report["marks"]} */
  const marks = [];
  const sides = laid.map((code) => (code < 0 ? null : puzzle.sides(code)));
  const has = (/** @type {number} */ index, /** @type {number} */ side) =>
    `${puzzle.name(index)} has ${puzzle.colour(sides[index]?.[side] ?? 0)} on its ${WORDS[side]}`;
  /** @param {string} condition @param {number} index @param {number} side @param {string} words */
  const fault = (condition, index, side, words) => {
    marks.push([index, side, condition]);
    violations.push({ condition, index, text: `${has(index, side)}, ${words}` });
  };
  let matched = 0;
  let mismatches = 0;
  sides.forEach((own, index) => {
    for (const side of [1, 2]) {
      const there = puzzle.neighbours[index][side];
      const other = there < 0 ? null : sides[there];
      if (!own || !other) continue;
      if (puzzle.meeting(other[opposite(side)]).includes(own[side])) matched += 1;
      else {
        mismatches += 1;
        fault("adjoining", index, side, has(there, opposite(side)));
      }
    }
  });
  sides.forEach((own, index) => {
    const allowed = puzzle.allowed[index];
    own?.forEach((colour, side) => {
      if (allowed[side]?.includes(colour) === false) {
        fault("boundary", index, side, `the boundary is ${allowed[side].map((each) => puzzle.colour(each)).join(" or ")}`);
      }
    });
    // With spare tiles, each placed tile keeps its border class.
    if (puzzle.framed && puzzle.spare) own?.forEach((colour, side) => {
      if (colour !== 0 || allowed[side]) return;
      fault("boundary", index, side, puzzle.outer[index][side] ? "where there is no frame" : "within the board");
    });
  });
  if (puzzle.signs) violations.push(...signs(puzzle, laid, marks));
  for (const [index, clue] of clues) {
    if (puzzle.canonical(laid[index]) === puzzle.canonical(clue)) continue;
    const text = `${puzzle.name(index)} does not hold tile ${puzzle.number(puzzle.tileOf(clue))} ${puzzle.lying(clue)}, as a clue says`;
    violations.push({ condition: "clue", index, text });
  }
  const missing = laid.filter((code) => code === EMPTY).length;
  return { violations, marks, missing, matched, mismatches, solved: !violations.length && !missing };
};

/** Tiles that lie on several squares. @param {Puzzle} puzzle @param {number[]} laid @returns {Violation[]} */
const tiles = (puzzle, laid) => [...groupsBy(laid.flatMap((code, index) => (code < 0 ? [] : [index])), (index) => puzzle.tileOf(laid[index]))]
  .filter(([, squares]) => squares.length > 1).sort(([one], [other]) => one - other)
  .map(([tile, squares]) => ({ condition: "tile", index: squares[0], text: `tile ${puzzle.number(tile)} is on ${squares.length} squares` }));

/** Tiles that lie as they may not. @param {Puzzle} puzzle @param {number[]} laid @returns {Violation[]} */
const rotations = (puzzle, laid) => laid.flatMap((code, index) => (code < 0 || puzzle.mayLie(code) ? []
  : [{ condition: "range", index, text: `${puzzle.name(index)} holds a tile that is ${puzzle.lying(code)}, and may not be` }]));

/**
 * The squares that violate the checkerboard of signs, for the checkerboard with fewer violations. Equal adjacent signs are marked.
 * @param {Puzzle} puzzle @param {number[]} laid @param {Report["marks"]} marks @returns {Violation[]}
 */
const signs = (puzzle, laid, marks) => {
  const found = laid.map((code) => (code < 0 ? "" : puzzle.signs?.[puzzle.tileOf(code)] ?? ""));
  /** @param {number} parity */
  const departing = (parity) => found.flatMap((sign, index) => {
    const [col, row] = puzzle.place(index);
    return sign && (sign === "+") !== ((col + row) % 2 === parity) ? [index] : [];
  });
  const [first, second] = [departing(0), departing(1)];
  found.forEach((sign, index) => {
    for (const side of [1, 2]) {
      const there = puzzle.neighbours[index][side];
      if (sign && there >= 0 && found[there] === sign) marks.push([index, side, "sign"]);
    }
  });
  return (first.length <= second.length ? first : second).map((index) => ({
    condition: "sign",
    index,
    text: `${puzzle.name(index)} holds a tile with ${found[index]} where the checkerboard of signs has the other`,
  }));
};

/** Whether two boards show the same tile on each square of the first. @param {number[]} part @param {number[]} whole @param {Puzzle} puzzle */
export const extended = (part, whole, puzzle) =>
  part.every((code, index) => code < 0 || puzzle.canonical(code) === puzzle.canonical(whole[index]))
  && squaresOf(puzzle, whole).size === whole.filter((code) => code >= 0).length;
