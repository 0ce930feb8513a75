// Puzzles and boards as values. Numbers count from 0; rotations are anticlockwise quarter turns, as in a .sol.
//
// A board is a list with a code for each square, row by row: 4 * tile + rotation, -1 for an empty square, or -2 for a
// hole. On a page to look at, the back of a tile that may be turned over is a tile of its own, behind all fronts.

/**
 * @typedef {object} Data a puzzle as a page has it
 * @property {number} cols
 * @property {number} rows
 * @property {number[][]} tiles the sides of each tile: top, right, bottom, left
 * @property {string[] | null} [signs] the sign of each tile, "+", "-" or nothing
 * @property {(number | string)[] | null} [numbers] what people call each tile, where that is not its index
 * @property {boolean} [asFacts] whether squares and rotations go by the terms of facts
 * @property {string[]} [colourNames] what people call each colour, where that is not its number
 * @property {[number, number][]} [partners] pairs of colours that meet each other; any other meets itself
 * @property {boolean} [turning] whether tiles may be turned
 * @property {number} [fronts] how many of the tiles are fronts, where the others are their backs
 * @property {number[]} [holes] squares that hold no tile
 * @property {string[]} [wraps] what wraps around: columns, rows, or both
 * @property {number[] | null} [alike] for each tile the first one that is identical, where that is not seen on their sides
 */

export const EMPTY = -1;
export const HOLE = -2;
export const WORDS = ["top", "right", "bottom", "left"];
export const STEPS = [[0, -1], [1, 0], [0, 1], [-1, 0]];

/** @param {number} code */
export const tileOf = (code) => code >> 2;
/** @param {number} code */
export const rotOf = (code) => code & 3;
/** @param {number} side */
export const opposite = (side) => (side + 2) % 4;
/** @param {number} rot in clockwise degrees */
export const degrees = (rot) => 90 * ((4 - rot) % 4);
/** @param {number} turns in clockwise degrees */
export const quarterTurns = (turns) => (4 - turns / 90) % 4;

/** A number with commas; a locale takes a browser longer than a board. @param {number} number */
export const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");

/** @param {number} number @param {string} noun */
export const counted = (number, noun) => `${grouped(number)} ${noun}${number === 1 ? "" : "s"}`;

/** @param {number[]} sides @param {number} rot */
export const turned = (sides, rot) => [...sides.slice(rot), ...sides.slice(0, rot)];

/** A puzzle, and what follows from its tiles alone. */
export class Puzzle {
  /** @param {Data} data */
  constructor({ cols, rows, tiles, signs = null, numbers = null, asFacts = false, colourNames = [], partners = [], turning = true, fronts = tiles.length, holes = [], wraps = [], alike = null }) {
    this.cols = cols;
    this.rows = rows;
    this.tiles = tiles;
    this.signs = signs?.some(Boolean) ? signs : null;
    this.numbers = numbers;
    this.asFacts = asFacts;
    this.colourNames = colourNames;
    this.partners = partners;
    this.turning = turning;
    this.fronts = fronts;
    this.holes = holes;
    this.wraps = wraps;
    this.alike = alike;
    /** The rotations that tiles may have. */
    this.rotations = turning ? [0, 1, 2, 3] : [0];
    this.meets = new Map(partners.flatMap(([one, other]) => [[one, other], [other, one]]));
    this.squares = cols * rows;
    const every = tiles.slice(0, fronts).flat();
    this.colours = [...new Set([...tiles.flat(), ...partners.flat()])].sort((one, other) => one - other);
    this.zeros = every.filter((colour) => colour === 0).length;
    this.framed = this.zeros > 0;
    /** How many tiles are left over beside a full board. */
    this.spare = fronts - (this.squares - holes.length);
    /** Whether there are more zeros than outside, so that some may face inwards; not where they may be left over. */
    this.surplus = !this.spare && this.zeros > 2 * (cols + rows);
    /** @type {Map<number, number>} how many sides have each colour */
    this.counts = new Map(this.colours.map((colour) => [colour, 0]));
    for (const colour of every) this.counts.set(colour, (this.counts.get(colour) ?? 0) + 1);
    /** How many different rotations each tile has. */
    this.periods = tiles.map((sides) => (turning ? [1, 2, 4].find((turns) => same(turned(sides, turns % 4), sides)) ?? 4 : 1));
    /** @type {string[] | null} */
    this.texts = null;
    /** The square across each side of each square, or -1. */
    this.neighbours = Array.from({ length: this.squares }, (_, index) =>
      STEPS.map((step) => this.at(this.place(index).map((from, axis) => from + step[axis]))));
    this.outer = this.neighbours.map((there) => there.map((index) => index < 0));
    this.diamonds = this.outer.flatMap(([, right, below], index) => (holes.includes(index) ? [] : [right, below]))
      .filter((outside) => !outside).length;
  }

  /** The same text for two tiles exactly if they are identical, up to rotation where tiles may be turned. */
  get appearances() {
    this.texts ??= this.tiles.map((sides, tile) => {
      const turns = this.rotations.map((rot) => turned(sides, rot).join(","));
      return `${turns.reduce((least, each) => (each < least ? each : least))}${this.signs?.[tile] ?? ""}`;
    });
    return this.texts;
  }

  /** The column and the row of a square. @param {number} index @returns {[number, number]} */
  place(index) {
    return [index % this.cols, Math.floor(index / this.cols)];
  }

  /** A square for people, such as `I8`: the row as a letter, the column from 1. @param {number} index */
  name(index) {
    const [col, row] = this.place(index);
    return this.asFacts ? `column ${col + 1}, row ${row + 1}` : `${rowName(row)}${col + 1}`;
  }

  /** A square in few letters, as a drawing has room for. @param {number} index */
  shortName(index) {
    return this.asFacts ? this.place(index).map((number) => number + 1).join(",") : this.name(index);
  }

  /** A tile for people. @param {number} tile */
  number(tile) {
    return this.numbers ? this.numbers[tile] : tile;
  }

  /** A tile for people, with its sign. @param {number} tile */
  tileName(tile) {
    return `${this.number(tile)}${this.signs?.[tile] ?? ""}`;
  }

  /** A square with what lies there, to be drawn. @param {number} index @param {number} code @returns {import("./drawing.js").Cell} */
  cell(index, code) {
    const [col, row] = this.place(index);
    const tile = tileOf(code);
    return code < 0 ? { index, col, row, tile: null }
      : { index, col, row, tile, rot: rotOf(code), sides: this.sides(code), name: this.tileName(tile), sign: this.signs?.[tile] };
  }

  /** A rotation for people: where the top of the tile has gone, or clockwise degrees as in facts. @param {number} rot */
  turn(rot) {
    return this.asFacts ? `turned ${degrees(rot)} degrees` : ["upright", "turned left", "upside down", "turned right"][rot];
  }

  /** The square across a side, or -1. @param {number} index @param {number} side */
  beyond(index, side) {
    return this.neighbours[index][side];
  }

  /** The square of a column and a row, around the edges that wrap; -1 if there is none. @param {number[]} place */
  at(place) {
    const [col, row] = ["columns", "rows"].map((axis, which) => {
      const length = which ? this.rows : this.cols;
      return this.wraps.includes(axis) ? (place[which] + length) % length : place[which];
    });
    const index = row * this.cols + col;
    return col < 0 || col >= this.cols || row < 0 || row >= this.rows || this.holes.includes(index) ? -1 : index;
  }

  /** The colours that a code shows. @param {number} code */
  sides(code) {
    return turned(this.tiles[tileOf(code)], rotOf(code));
  }

  /** A colour for people. @param {number} colour */
  colour(colour) {
    return this.colourNames[colour] || String(colour);
  }

  /** The colour that meets a colour. @param {number} colour */
  partner(colour) {
    return this.meets.get(colour) ?? colour;
  }

  /** The colours that a code shows, for people. @param {number} code */
  shown(code) {
    return this.sides(code).map((colour, side) => `${WORDS[side]} ${this.colour(colour)}`).join(", ");
  }

  /** The code with the least rotation that shows the same. @param {number} code */
  canonical(code) {
    return code < 0 ? code : 4 * tileOf(code) + (rotOf(code) % this.periods[tileOf(code)]);
  }

  /** What kind of square, or of tile by its zeros. @param {number} outside how many sides lie on the outside */
  static kind(outside) {
    return ["centre", "side", "corner"][outside] ?? "corner";
  }

  /** @param {number} index */
  kindOf(index) {
    return Puzzle.kind(this.outer[index].filter(Boolean).length);
  }

  /** The tiles identical to a tile, with itself. @param {number} tile */
  identical(tile) {
    const { alike: first } = this;
    if (first) return first.flatMap((one, other) => (one === first[this.front(tile)] ? [other] : []));
    const alike = this.tiles.map((_, other) => other).filter((other) => this.appearances[other] === this.appearances[tile]);
    return [...new Set(alike.map((other) => this.front(other)))];
  }

  /** A tile, whichever of its sides is meant. @param {number} tile */
  front(tile) {
    return tile % this.fronts;
  }

  /** @returns {Data} */
  data() {
    const { cols, rows, tiles, signs, numbers, asFacts, colourNames, partners, turning } = this;
    return { cols, rows, tiles, signs, numbers, asFacts, colourNames, partners, turning };
  }
}

/** A to Z, then AA, AB and so on. @param {number} row @returns {string} */
const rowName = (row) => (row < 26 ? "" : rowName(Math.floor(row / 26) - 1)) + String.fromCharCode(65 + (row % 26));

/** @param {number[]} one @param {number[]} other */
const same = (one, other) => one.every((value, index) => value === other[index]);

/** The code on each square that names a tile, by tile. @param {number[]} laid */
export const squaresOf = (laid) => new Map(laid.flatMap((code, index) => (code < 0 ? [] : [[tileOf(code), index]])));

/** The tiles that are not on a board. @param {Puzzle} puzzle @param {number[]} laid */
export const unplaced = (puzzle, laid) => {
  const placed = new Set([...squaresOf(laid).keys()].map((tile) => puzzle.front(tile)));
  return puzzle.tiles.slice(0, puzzle.fronts).map((_, tile) => tile).filter((tile) => !placed.has(tile));
};

/** The board of `chosenTile/3` and `chosenRotation/3`; a square without a rotation has its tile unturned. @param {Puzzle} puzzle @param {string[]} atoms */
export const boardOfAtoms = (puzzle, atoms) => {
  /** @type {Map<number, {tile: number, rot: number}>} */
  const on = new Map();
  for (const atom of atoms) {
    const [, name, x, y, value] = /^chosen(Tile|Rotation)\((\d+),(\d+),(\d+)\)$/.exec(atom) ?? [];
    if (!name) continue;
    const index = (Number(y) - 1) * puzzle.cols + Number(x) - 1;
    const known = on.get(index) ?? { tile: -1, rot: 0 };
    on.set(index, name === "Tile" ? { ...known, tile: Number(value) - 1 } : { ...known, rot: quarterTurns(Number(value)) });
  }
  return Array.from({ length: puzzle.squares }, (_, index) => {
    const { tile, rot } = on.get(index) ?? { tile: -1, rot: 0 };
    return tile >= 0 && tile < puzzle.tiles.length ? 4 * tile + rot : EMPTY;
  });
};
