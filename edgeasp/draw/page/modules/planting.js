// A puzzle that is made here: its solution first, so that no solver is needed, then its tiles, mixed and turned.

import { Puzzle, turned } from "./puzzle.js";

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

/** The tiles of a board that has a solution, row by row as they lie. @param {Puzzle} shape @param {number} colours @param {() => number} random */
const drawn = ({ holes, blank, allowed, neighbours, outer }, colours, random) => {
  const all = Array.from({ length: colours }, (_, index) => index + 1);
  // Along the frame colours are their own, as in puzzles that are sold.
  const own = allowed.flat().some(Boolean) && colours >= 3 ? Math.max(1, Math.floor(colours / 3)) : 0;
  const [around, inside] = own ? [all.slice(0, own), all.slice(own)] : [all, all];
  const tiles = blank.map(() => [0, 0, 0, 0]);
  // The squares on both sides of a place for a colour, and the side of the first.
  const places = neighbours.flatMap((there, index) => (holes.includes(index) ? [] : [1, 2])
    .flatMap((side) => (there[side] < 0 ? [] : [/** @type {[number, number, number]} */ ([index, there[side], side])])));
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
    if (out && !allowed[index][side]) sides[side] = all[below(colours, random)];
  });
  return tiles.filter((_, index) => !holes.includes(index));
};

/** A puzzle by lot. @param {Plan} plan @param {() => number} [random] */
export const planted = (plan, random = Math.random) => {
  const { cols, rows, colours, holes = [], open = [] } = plan;
  // Holes have a frame where the board has one.
  const rim = [...open, ...(open.length < 4 ? [] : ["hole"])].map((part) => /** @type {[string, number[]]} */ ([part, []]));
  const shape = new Puzzle({ cols, rows, tiles: Array(cols * rows - holes.length).fill([0, 0, 0, 0]), holes, rim });
  /** @type {{puzzle: Puzzle, faults: number} | null} */
  let best = null;
  for (let draw = 0; draw < DRAWS && best?.faults !== 0; draw += 1) {
    const tiles = mixed(drawn(shape, colours, random), random).map((sides) => turned(sides, below(4, random)));
    const puzzle = new Puzzle({ cols, rows, tiles, holes, rim });
    const faults = tiles.length - new Set(puzzle.appearances).size + puzzle.looks.filter((codes) => codes.length < 4).length;
    if (!best || faults < best.faults) best = { puzzle, faults };
  }
  if (!best) throw new RangeError("expected a board to draw");
  return best.puzzle;
};
