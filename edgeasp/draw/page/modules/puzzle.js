// Puzzles and boards as values. Numbers count from 0; rotations are anticlockwise quarter turns, as in a .sol.
//
// A board is a list with a code for each square, row by row: 4 * face + rotation, -1 for an empty square, or -2 for a
// hole. The front of a tile is the face with its number; the backs of two-sided tiles follow all fronts.
// An orientation counts the rotations of the front, then the rotations of the back.

/**
 * @typedef {object} Data a puzzle as a page has it
 * @property {number} cols
 * @property {number} rows
 * @property {number[][]} tiles the sides of each tile: top, right, bottom, left
 * @property {string[] | null} [signs] the sign of each tile, "+", "-" or nothing
 * @property {(number | string)[] | null} [numbers] what people call each tile, where that is not its index
 * @property {boolean} [asFacts] whether squares and rotations go by the terms of facts
 * @property {string[]} [colourNames] what people call each colour, where that is not its number
 * @property {Record<string, import("./drawing.js").Paint>} [drawn] how colours that are words are drawn
 * @property {[number, number][]} [partners] pairs of colours that meet each other; any other meets itself
 * @property {[string, number[]][]} [rim] parts of the outside, a side or hole, and the colours that each shows in place of the
 *   frame's; any if it has none
 * @property {boolean} [turning] whether tiles may be turned
 * @property {boolean} [flipping] whether tiles may be flipped left to right
 * @property {[number, number[]][]} [only] tiles with restricted orientations, and these
 * @property {number[]} [holes] squares that hold no tile
 * @property {string[]} [wraps] what wraps around: columns, rows, or both
 */

export const EMPTY = -1;
export const HOLE = -2;
export const WORDS = ["top", "right", "bottom", "left"];
/** The most pairs of colours that are named. */
const MOST_NAMED = 40;
export const STEPS = [[0, -1], [1, 0], [0, 1], [-1, 0]];

/** @param {number} code */
export const faceOf = (code) => code >> 2;
/** @param {number} code */
export const rotOf = (code) => code & 3;
/** @param {number} side */
export const opposite = (side) => (side + 2) % 4;
/** An orientation in clockwise degrees; of a back in 360 more. @param {number} orientation */
export const degrees = (orientation) => 90 * ((8 - orientation) % 4) + 360 * (orientation >> 2);
/** The orientation of clockwise degrees. @param {number} turns */
export const orientationOf = (turns) => (8 - turns / 90 % 4) % 4 + 4 * Math.floor(turns / 360);

/** A number with commas; a locale takes a browser longer than a board. @param {number} number */
export const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");

/** @param {number} number @param {string} noun */
export const counted = (number, noun) => `${grouped(number)} ${noun}${number === 1 ? "" : "s"}`;

/** @param {number[]} sides @param {number} rot */
export const turned = (sides, rot) => [...sides.slice(rot), ...sides.slice(0, rot)];

/** A puzzle, and what follows from its tiles alone. */
export class Puzzle {
  /** @param {Data} data */
  constructor({ cols, rows, tiles, signs = null, numbers = null, asFacts = false, colourNames = [], drawn = {}, partners = [], rim = [], turning = true, flipping = false, only = [], holes = [], wraps = [] }) {
    this.cols = cols;
    this.rows = rows;
    this.tiles = tiles;
    this.signs = signs?.some(Boolean) ? signs : null;
    this.numbers = numbers;
    this.asFacts = asFacts;
    this.colourNames = colourNames;
    this.drawn = drawn;
    this.partners = partners;
    this.turning = turning;
    this.flipping = flipping;
    this.only = new Map(only);
    this.holes = holes;
    this.wraps = wraps;
    /** @type {Map<number, number[]>} what each colour meets, where that is not itself alone */
    this.meets = new Map(partners.flat().map((colour) => [colour, []]));
    for (const [one, other] of partners) {
      this.meets.get(one)?.push(other);
      if (one !== other) this.meets.get(other)?.push(one);
    }
    for (const others of this.meets.values()) others.sort((one, other) => one - other);
    /** Whether each colour meets one. */
    this.paired = [...this.meets.values()].every((others) => others.length === 1);
    this.squares = cols * rows;
    /** How many squares hold tiles. */
    this.size = this.squares - holes.length;
    /** The sides of each front, and then of each back: the mirror image, on which a head shows its tail. */
    this.faces = flipping ? [...tiles, ...tiles.map((sides) => this.back(sides))] : tiles;
    this.colours = [...new Set([...this.faces.flat(), ...partners.flat()])].sort((one, other) => one - other);
    const zeros = tiles.flat().filter((colour) => colour === 0).length;
    this.framed = zeros > 0;
    /** How many tiles are left over beside a full board. */
    this.spare = tiles.length - this.size;
    /** @type {Map<number, number>} how many sides have each colour */
    this.counts = new Map(this.colours.map((colour) => [colour, 0]));
    for (const colour of tiles.flat()) this.counts.set(colour, (this.counts.get(colour) ?? 0) + 1);
    const upright = turning ? [0, 1, 2, 3] : [0];
    this.orientations = flipping ? [...upright, ...upright.map((rot) => rot + 4)] : upright;
    /** The codes in which each tile may lie, by orientation. */
    this.ways = tiles.map((_, tile) => (this.only.get(tile) ?? this.orientations).map((orientation) => this.code(tile, orientation)));
    /** Of these, the first of those that show the same. */
    this.looks = this.ways.map((codes) => codes.filter((code, at) =>
      !codes.slice(0, at).some((other) => same(this.sides(other), this.sides(code)))));
    /** @type {number[] | null} */
    this.firsts = null;
    /** @type {string[] | null} */
    this.texts = null;
    /** The square across each side of each square, or -1. */
    this.neighbours = Array.from({ length: this.squares }, (_, index) => WORDS.map((_word, side) => {
      const there = this.across(index, side);
      return holes.includes(there) ? -1 : there;
    }));
    this.outer = this.neighbours.map((there, index) => there.map((beyond) => beyond < 0 && !holes.includes(index)));
    // What wraps around has no outside, and only a frame can be open.
    const ends = wraps.flatMap((axis) => (axis === "columns" ? ["left", "right"] : ["top", "bottom"]));
    const order = [...WORDS, "hole"];
    this.rim = new Map(rim.filter(([part, colours]) => !ends.includes(part) && (colours.length || this.framed))
      .sort(([one], [other]) => order.indexOf(one) - order.indexOf(other)));
    /** The colours that each side of each square may show outside; null for any, and within the board. */
    this.allowed = this.outer.map((sides, index) => sides.map((out, side) => {
      if (!out) return null;
      const colours = this.rim.get(holes.includes(this.across(index, side)) ? "hole" : WORDS[side]) ?? (this.framed ? [0] : []);
      return colours.length ? colours : null;
    }));
    /** Whether there are more zeros than lie at the frame, so that some may face inwards; not where they may be left over. */
    this.surplus = !this.spare && zeros > this.allowed.flat().filter((colours) => colours?.[0] === 0).length;
    this.diamonds = this.outer.flatMap(([, right, below], index) => (holes.includes(index) ? [] : [right, below]))
      .filter((outside) => !outside).length;
  }

  /** The same text for two tiles exactly if they are identical: what one may show, so may the other. */
  get appearances() {
    this.texts ??= this.looks.map((codes, tile) =>
      `${codes.map((code) => this.sides(code).join(",")).sort().join(" ")}${this.signs?.[tile] ?? ""}`);
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
    return this.numbers?.[tile] ?? tile;
  }

  /** The tile of a code for people, with a stroke for its back, and with its sign. @param {number} code */
  tileName(code) {
    const tile = this.tileOf(code);
    return `${this.number(tile)}${tile === faceOf(code) ? "" : "'"}${this.signs?.[tile] ?? ""}`;
  }

  /** The same in words. @param {number} code */
  spokenName(code) {
    const tile = this.tileOf(code);
    return `tile ${this.tileName(tile << 2)}${tile === faceOf(code) ? "" : " flipped"}`;
  }

  /** A square with what lies there, to be drawn. @param {number} index @param {number} code @returns {import("./drawing.js").Cell} */
  cell(index, code) {
    const [col, row] = this.place(index);
    if (code < 0) return { index, col, row, tile: null };
    const tile = this.tileOf(code);
    return { index, col, row, tile, code, rot: rotOf(code), sides: this.sides(code), name: this.tileName(code), sign: this.signs?.[tile] };
  }

  /** How a code lies, for people: where the top of the tile has gone, or clockwise degrees as in facts. @param {number} code */
  lying(code) {
    const orientation = this.orientation(code);
    if (this.asFacts) return `turned ${degrees(orientation)} degrees`;
    const turn = ["upright", "turned left", "upside down", "turned right"][orientation % 4];
    return orientation < 4 ? turn : orientation > 4 ? `flipped and ${turn}` : "flipped";
  }

  /** The square across a side, or the hole, around the edges that wrap; -1 beyond the board. @param {number} index @param {number} side */
  across(index, side) {
    const [col, row] = this.place(index).map((from, axis) => {
      const [there, length] = [from + STEPS[side][axis], axis ? this.rows : this.cols];
      return this.wraps.includes(axis ? "rows" : "columns") ? (there + length) % length : there;
    });
    return col < 0 || col >= this.cols || row < 0 || row >= this.rows ? -1 : row * this.cols + col;
  }

  /** The colours that sides within the board may show, ascending. */
  get inside() {
    const barred = this.framed && this.spare > 0;
    return [...new Set(this.faces.flat())].filter((colour) => colour || !barred).sort((one, other) => one - other);
  }

  /** Whether a side lies at the frame. @param {number} index @param {number} side */
  atFrame(index, side) {
    return this.allowed[index][side]?.[0] === 0;
  }

  /** A board without tiles. @returns {number[]} */
  get blank() {
    return Array.from({ length: this.squares }, (_, index) => (this.holes.includes(index) ? HOLE : EMPTY));
  }

  /** The tile of a code, whichever of its faces is seen. @param {number} code */
  tileOf(code) {
    return faceOf(code) % this.tiles.length;
  }

  /** The tiles of some codes, each once. @param {number[]} codes */
  tilesOf(codes) {
    return [...new Set(codes.map((code) => this.tileOf(code)))];
  }

  /** @param {number} code */
  orientation(code) {
    return rotOf(code) + (faceOf(code) < this.tiles.length ? 0 : 4);
  }

  /** @param {number} tile @param {number} orientation */
  code(tile, orientation) {
    return 4 * (tile + (orientation >> 2) * this.tiles.length) + (orientation & 3);
  }

  /** The sides of the back of a tile, from those of its front. @param {number[]} sides */
  back([top, right, bottom, left]) {
    return [top, left, bottom, right].map((colour) => (this.paired ? this.partner(colour) : colour));
  }

  /** The colours that a code shows. @param {number} code */
  sides(code) {
    return turned(this.faces[faceOf(code)], rotOf(code));
  }

  /** Whether a tile may lie so. @param {number} code */
  mayLie(code) {
    return this.ways[this.tileOf(code)].includes(code);
  }

  /** The code after clockwise quarter turns, or as many more as it takes until the tile may lie so; the same if it never may. @param {number} code @param {number} quarters */
  turn(code, quarters) {
    return [0, 1, 2, 3].map((more) => 4 * faceOf(code) + ((rotOf(code) - quarters - Math.sign(quarters) * more) & 3))
      .find((each) => this.mayLie(each)) ?? code;
  }

  /** The code after a tile is turned over, left to right as it lies, or also turned until it may lie so; the same if it never may. @param {number} code */
  turnOver(code) {
    const other = this.code(this.tileOf(code), (this.orientation(code) < 4 ? 4 : 0) + (-rotOf(code) & 3));
    const turned = this.mayLie(other) ? other : this.turn(other, 1);
    return this.mayLie(turned) ? turned : code;
  }

  /** A colour for people. @param {number} colour */
  colour(colour) {
    return this.colourNames[colour] || String(colour);
  }

  /** The colours that meet a colour, ascending. @param {number} colour */
  meeting(colour) {
    return this.meets.get(colour) ?? [colour];
  }

  /** The colour that meets a colour, where each meets one. @param {number} colour */
  partner(colour) {
    return this.meeting(colour)[0];
  }

  /** The colours that a code shows, for people. @param {number} code */
  shown(code) {
    return this.sides(code).map((colour, side) => `${WORDS[side]} ${this.colour(colour)}`).join(", ");
  }

  /** The code with the least orientation that shows the same. @param {number} code */
  canonical(code) {
    this.firsts ??= this.faces.flatMap((_, face) => [0, 1, 2, 3].map((rot) => {
      const each = 4 * face + rot;
      return this.looks[this.tileOf(each)].find((other) => same(this.sides(other), this.sides(each))) ?? each;
    }));
    return code < 0 ? code : this.firsts[code];
  }

  /** What kind of square, or of tile by its zeros. @param {number} outside how many sides lie on the outside */
  static kind(outside) {
    return ["centre", "side", "corner"][outside] ?? "corner";
  }

  /** The tiles identical to a tile, with itself. @param {number} tile */
  identical(tile) {
    return this.tiles.flatMap((_, other) => (this.appearances[other] === this.appearances[tile] ? [other] : []));
  }

  /** Whether the board is no rectangle, or its outside not all alike. */
  get otherBoard() {
    return this.holes.length > 0 || this.wraps.length > 0 || this.rim.size > 0;
  }

  /** Whether any two colours meet that differ: each pair of them is a partner, and no others are. */
  get differing() {
    const shown = new Set(this.tiles.flat().filter((colour) => colour > 0));
    return !this.paired && this.partners.length === (shown.size * (shown.size - 1)) / 2
      && this.partners.every(([one, other]) => one !== other && shown.has(one) && shown.has(other));
  }

  /** The features beyond usual puzzles, by the names that the page's data has words for. */
  get features() {
    const present = { relation: !this.paired, subset: this.spare, flips: this.flipping, by_tile: this.only.size,
      outline: this.holes.length, wraps: this.wraps.length, rim: this.rim.size };
    return Object.entries(present).flatMap(([feature, has]) => (has ? [feature] : []));
  }

  /** What sides that meet show, in words; and sentences on what wraps around, what the outside shows, and how tiles may lie. */
  get rules() {
    const pairs = this.partners.slice(0, MOST_NAMED).map((pair) => pair.map((colour) => this.colour(colour)).join("-")).join(", ");
    const meeting = this.paired ? (this.partners.length ? "each head meets its tail" : "sides that meet have the same colour")
      : this.differing ? "sides that meet have different colours"
        : `colours meet as ${pairs}${this.partners.length > MOST_NAMED ? " and so on" : ""}, and all others their own`;
    const wraps = this.wraps.map((axis) => `The last ${axis.slice(0, -1)} meets the first one.`);
    const rim = [...this.rim].map(([part, colours]) => `Outside, ${part === "hole" ? "a hole" : `the ${part}`} shows `
      + `${colours.length ? colours.map((colour) => this.colour(colour)).join(" or ") : "any colour"}.`);
    const backs = this.flipping ? [`Tiles may be flipped, left to right${this.partners.length && this.paired ? ": a head has its tail behind it" : ""}.`] : [];
    const lying = this.only.size ? [`${counted(this.only.size, "tile")} may lie in some ways only.`] : [];
    return { meeting: `${meeting}${this.signs ? ", and plus meets minus" : ""}`, around: [...wraps, ...rim, ...backs, ...lying].join(" ") };
  }
}

/** A to Z, then AA, AB and so on. @param {number} row @returns {string} */
export const rowName = (row) => (row < 26 ? "" : rowName(Math.floor(row / 26) - 1)) + String.fromCharCode(65 + (row % 26));

/** Things by a key, in their order. @template Thing, Key @param {Iterable<Thing>} things @param {(thing: Thing) => Key} key */
export const groupsBy = (things, key) => {
  /** @type {Map<Key, Thing[]>} */
  const groups = new Map();
  for (const thing of things) {
    const group = groups.get(key(thing));
    if (group) group.push(thing);
    else groups.set(key(thing), [thing]);
  }
  return groups;
};

/** @param {number[]} one @param {number[]} other */
const same = (one, other) => one.every((value, index) => value === other[index]);

/** The square of each tile that lies on a board. @param {Puzzle} puzzle @param {number[]} laid @returns {Map<number, number>} */
export const squaresOf = (puzzle, laid) => new Map(laid.flatMap((code, index) => (code < 0 ? [] : [[puzzle.tileOf(code), index]])));

const ARROWS = ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"];

/**
 * The target of a key; -1 if it does not move. Home and End go to the ends of the row. An arrow goes across a hole to the
 * next square in the same row or column, else to the nearest square in that direction, else it stays.
 * @param {string} key @param {number[]} laid @param {number} cols @param {number} index
 */
export const targetOf = (key, laid, cols, index) => {
  const [across, along] = STEPS[ARROWS.indexOf(key)] ?? [0, 0];
  const ways = laid.flatMap((code, other) => {
    const [right, below] = [(other % cols) - (index % cols), Math.floor(other / cols) - Math.floor(index / cols)];
    const [ahead, aside] = [right * across + below * along, Math.abs(right * along) + Math.abs(below * across)];
    return code === HOLE ? [] : [{ other, below, ahead, far: (aside ? laid.length : 0) + ahead + aside }];
  });
  if (key === "Home" || key === "End") return ways.filter(({ below }) => !below).at(key === "Home" ? 0 : -1)?.other ?? index;
  if (!across && !along) return -1;
  return ways.filter(({ ahead }) => ahead > 0).reduce((best, each) => (each.far < best.far ? each : best), { other: index, far: Infinity }).other;
};

/** The .sol of a board: a line a placement, by tile. @param {Puzzle} puzzle @param {number[]} laid */
export const writeSol = (puzzle, laid) => laid.flatMap((code, index) => (code < 0 ? [] : [index]))
  .sort((one, other) => puzzle.tileOf(laid[one]) - puzzle.tileOf(laid[other]))
  .map((index) => `${puzzle.tileOf(laid[index])} ${puzzle.place(index).join(" ")} ${puzzle.orientation(laid[index])}\n`).join("");

/** The tiles that are not on a board. @param {Puzzle} puzzle @param {number[]} laid */
export const unplaced = (puzzle, laid) => {
  const placed = squaresOf(puzzle, laid);
  return [...puzzle.tiles.keys()].filter((tile) => !placed.has(tile));
};

/** The board of `chosenTile/3` and `chosenRotation/3`; a square without a rotation has its tile unturned. @param {Puzzle} puzzle @param {string[]} atoms */
export const boardOfAtoms = (puzzle, atoms) => {
  /** @type {Map<number, {tile: number, orientation: number}>} */
  const on = new Map();
  for (const atom of atoms) {
    const [, name, x, y, value] = /^chosen(Tile|Rotation)\((\d+),(\d+),(\d+)\)$/.exec(atom) ?? [];
    if (!name) continue;
    const index = (Number(y) - 1) * puzzle.cols + Number(x) - 1;
    const known = on.get(index) ?? { tile: -1, orientation: 0 };
    on.set(index, name === "Tile" ? { ...known, tile: Number(value) - 1 } : { ...known, orientation: orientationOf(Number(value)) });
  }
  return puzzle.blank.map((nothing, index) => {
    const { tile, orientation } = on.get(index) ?? { tile: -1, orientation: 0 };
    return tile >= 0 && tile < puzzle.tiles.length && nothing === EMPTY ? puzzle.code(tile, orientation % (puzzle.flipping ? 8 : 4)) : nothing;
  });
};
