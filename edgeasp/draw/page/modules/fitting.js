// Candidates of the empty squares of a board: one step ahead, without a search.

import { EMPTY, groupsBy, Puzzle, WORDS, faceOf, opposite, rotOf, squaresOf } from "./puzzle.js";

/** The codes that fit on empty squares of a board, which may hold mismatches: they are judged by what they meet. */
export class Fitting {
  /** @param {Puzzle} puzzle @param {number[]} laid */
  constructor(puzzle, laid) {
    this.puzzle = puzzle;
    this.laid = laid;
    this.placed = squaresOf(puzzle, laid);
    this.sides = laid.map((code) => (code < 0 ? null : puzzle.sides(code)));
    /** @type {Map<number, number[]>} */
    this.known = new Map();
    /** @type {Map<string, number[]>} by the colours that an empty square wants: most squares want the same */
    this.alike = new Map();
  }

  /** The colours that a square wants at a side; null for any, or for any but the frame's. @param {number} index @param {number} side */
  wanted(index, side) {
    const { puzzle } = this;
    const there = this.sides[puzzle.neighbours[index][side]];
    return there ? puzzle.meeting(there[opposite(side)]) : puzzle.allowed[index][side];
  }

  /** What fits on a square, by tile and orientation, whether it is empty or not. @param {number} index @returns {number[]} */
  on(index) {
    const known = this.known.get(index);
    if (known) return known;
    const { puzzle } = this;
    const wanted = [0, 1, 2, 3].map((side) => this.wanted(index, side));
    const key = puzzle.signs || this.laid[index] !== EMPTY ? `${index}` : JSON.stringify(wanted);
    const codes = this.alike.get(key) ?? this.wanting(wanted, index);
    this.alike.set(key, codes);
    this.known.set(index, codes);
    return codes;
  }

  /** What shows the colours that a square wants. @param {(readonly number[] | null)[]} wanted @param {number} index @returns {number[]} */
  wanting(wanted, index) {
    const { puzzle } = this;
    const inward = !puzzle.framed || puzzle.surplus;
    const codes = [];
    for (let tile = 0; tile < puzzle.tiles.length; tile += 1) {
      const lies = this.placed.get(tile);
      const polarity = this.polarity(tile, index);
      if ((lies !== undefined && lies !== index) || (polarity !== undefined && !this.polarities.has(polarity))) continue;
      for (const code of puzzle.looks[tile]) {
        const sides = puzzle.faces[faceOf(code)];
        const suits = wanted.every((colours, side) => {
          const colour = sides[(side + rotOf(code)) % 4];
          return colours ? colours.includes(colour) : inward || colour !== 0;
        });
        if (suits) codes.push(code);
      }
    }
    return codes;
  }

  /** The empty squares on which a tile fits. @param {number} tile */
  squaresFor(tile) {
    return this.empty.filter((index) => this.on(index).some((code) => this.puzzle.tileOf(code) === tile));
  }

  /** The empty squares. */
  get empty() {
    return this.laid.flatMap((code, index) => (code === EMPTY ? [index] : []));
  }

  /** Empty squares on which nothing fits. */
  get deadEnds() {
    return this.empty.filter((index) => !this.on(index).length);
  }

  /** The tiles that fit on a square, one of those that are identical. @param {number} index */
  tilesOn(index) {
    return oneOfEach(this.puzzle, this.on(index));
  }

  /** The tiles that fit on one square alone, each with that square; none where tiles may be left over. */
  get onlySquares() {
    if (this.puzzle.spare) return new Map();
    /** @type {Map<number, Set<number>>} */
    const squares = new Map();
    for (const index of this.empty) {
      for (const code of this.on(index)) {
        const tile = this.puzzle.tileOf(code);
        squares.set(tile, (squares.get(tile) ?? new Set()).add(index));
      }
    }
    const alone = [...squares].filter(([, on]) => on.size === 1).sort(([one], [other]) => one - other);
    return new Map(alone.map(([tile, [index]]) => [tile, index]));
  }

  /** What a square wants, in words; empty if nothing. @param {number} index */
  around(index) {
    const { puzzle } = this;
    const inside = puzzle.inside;
    const parts = WORDS.flatMap((word, side) => {
      let colours = this.wanted(index, side);
      // Colours of the boundary that no side has, or that any side may show, say nothing.
      if (puzzle.outer[index][side] && colours && !puzzle.atFrame(index, side)) {
        const named = colours;
        colours = inside.filter((colour) => named.includes(colour));
        if (colours.length === inside.length) return [];
      }
      return colours ? [`${colours.map((colour) => puzzle.colour(colour)).join(" or ")} on its ${word}`] : [];
    });
    return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]}` : parts.join("");
  }

  /** How many of the sides around a square a code matches, and how many there are. @param {number} code @param {number} index */
  score(code, index) {
    const sides = this.puzzle.sides(code);
    let matched = 0;
    let all = 0;
    sides.forEach((colour, side) => {
      const wanted = this.wanted(index, side);
      if (!wanted) return;
      all += 1;
      if (wanted.includes(colour)) matched += 1;
    });
    return { matched, all };
  }

  /** The code with which a tile matches most around a square, from the one it has; a back only if it matches more. @param {number} code @param {number} index */
  best(code, index) {
    const { puzzle } = this;
    const other = puzzle.turnOver(code);
    const turns = [code, other].flatMap((each) => [0, 1, 2, 3].map((more) => 4 * faceOf(each) + ((each + more) & 3)))
      .filter((each) => puzzle.mayLie(each));
    const inward = (/** @type {number} */ each) => this.puzzle.sides(each)
      .filter((colour, side) => colour === 0 && !this.puzzle.atFrame(index, side)).length;
    /** @param {number} each */
    const value = (each) => 10 * this.score(each, index).matched - (this.puzzle.framed ? inward(each) : 0);
    return turns.reduce((best, each) => (value(each) > value(best) ? each : best));
  }

  /** Whether the plus signs lie on even squares, if a tile lies on a square; undefined without a sign. @param {number} tile @param {number} index */
  polarity(tile, index) {
    const sign = this.puzzle.signs?.[tile];
    const [col, row] = this.puzzle.place(index);
    return sign ? (sign === "+") === ((col + row) % 2 === 0) : undefined;
  }

  /** The checkerboards that the signs on the board agree with. */
  get polarities() {
    const seen = new Set([...this.placed].flatMap(([tile, index]) => this.polarity(tile, index) ?? []));
    return seen.size ? seen : new Set([true, false]);
  }
}

/** The tiles of codes, one of those that are identical. @param {Puzzle} puzzle @param {number[]} codes */
export const oneOfEach = (puzzle, codes) =>
  [...groupsBy(codes.map((code) => puzzle.tileOf(code)), (tile) => puzzle.appearances[tile]).values()].map(([tile]) => tile);
