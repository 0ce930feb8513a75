// A puzzle that is made here: its solution first, so that no solver is needed, then its tiles, mixed and turned.

import { Puzzle, turned, WORDS } from "./puzzle.js";

/** Boards that are tried until no two tiles are alike and each looks different in its four rotations. */
const DRAWS = 200;

/**
 * @typedef {object} Plan
 * @property {number} cols
 * @property {number} rows
 * @property {number} colours without the frame colour
 * @property {number[]} [holes] squares without a tile
 * @property {string[]} [open] sides of the board without a frame
 */

/** A number below another. @param {number} most @param {() => number} random */
const below = (most, random) => Math.floor(random() * most);

/** The same things in an order by lot. @template Thing @param {Thing[]} things @param {() => number} random */
const mixed = (things, random) => {
  const all = [...things];
  for (let last = all.length - 1; last > 0; last -= 1) {
    const other = below(last + 1, random);
    [all[last], all[other]] = [all[other], all[last]];
  }
  return all;
};

/** So many colours, each about as often. @param {number} number @param {number[]} colours @param {() => number} random */
const evenly = (number, colours, random) => {
  const order = mixed(colours, random);
  return mixed(Array.from({ length: number }, (_, index) => order[index % order.length]), random);
};

/** A board that has a solution, row by row as it lies. @param {Plan} plan @param {() => number} random */
const drawn = ({ cols, rows, colours, holes = [], open = [] }, random) => {
  const framed = open.length < 4;
  const all = Array.from({ length: colours }, (_, index) => index + 1);
  // Along the frame colours are their own, as in puzzles that are sold.
  const own = framed && colours >= 3 ? Math.max(1, Math.floor(colours / 3)) : 0;
  const [around, inside] = own ? [all.slice(0, own), all.slice(own)] : [all, all];
  const tiles = Array.from({ length: cols * rows }, () => [0, 0, 0, 0]);
  const shape = new Puzzle({ cols, rows, tiles, holes });
  const { neighbours, outer } = shape;
  /** @type {[number, number, number][]} the squares on both sides of a place for a colour, and the side of the first */
  const places = [];
  for (let index = 0; index < cols * rows; index += 1) {
    for (const side of [1, 2]) {
      const there = neighbours[index][side];
      if (there >= 0 && !holes.includes(index)) places.push([index, there, side]);
    }
  }
  const rim = places.filter(([one, other]) => outer[one].some((out, side) => out && outer[other][side]));
  const rest = places.filter((each) => !rim.includes(each));
  for (const [part, palette] of /** @type {[typeof places, number[]][]} */ ([[rim, around], [rest, inside]])) {
    evenly(part.length, palette, random).forEach((colour, number) => {
      const [one, other, side] = part[number];
      tiles[one][side] = colour;
      tiles[other][side + 2 & 3] = colour;
    });
  }
  for (const [index, sides] of tiles.entries()) outer[index].forEach((out, side) => {
    const hole = holes.includes(shape.across(index, side));
    if (out && (!framed || (!hole && open.includes(WORDS[side])))) sides[side] = all[below(colours, random)];
  });
  return tiles.filter((_, index) => !holes.includes(index));
};

/** A puzzle by lot. @param {Plan} plan @param {() => number} [random] */
export const planted = (plan, random = Math.random) => {
  const { cols, rows, holes = [], open = [] } = plan;
  const rim = open.length < 4 ? open.map((side) => /** @type {[string, number[]]} */ ([side, []])) : [];
  /** @type {{puzzle: Puzzle, faults: number} | null} */
  let best = null;
  for (let draw = 0; draw < DRAWS && best?.faults !== 0; draw += 1) {
    const tiles = mixed(drawn(plan, random), random).map((sides) => turned(sides, below(4, random)));
    const puzzle = new Puzzle({ cols, rows, tiles, holes, rim });
    const faults = tiles.length - new Set(puzzle.appearances).size + puzzle.looks.filter((codes) => codes.length < 4).length;
    if (!best || faults < best.faults) best = { puzzle, faults };
  }
  if (!best) throw new RangeError("expected a board to draw");
  return best.puzzle;
};
