// A puzzle and its board in the fragment of an address, which no server sees: one large number in mixed bases, in base64url.
//
// Each value is a digit in a base of its own: a tile is counted among those that are left, so a board takes no more bits
// than there are boards. Nothing is left for deflate to find: a board of Eternity II takes 420 characters.

import { HOLE, Puzzle } from "./puzzle.js";
import { readPuz, TextError, writePuz } from "./texts.js";

const VERSION = 1;
/** Of a puzzle that travels with its partners, and with whether its tiles may be turned. */
const PECULIAR = 2;
/** The same, with the number of tiles that are left over. */
const WITH_SPARE = 3;
/** The same, with the text of the puzzle in place of its parts: of another board, with colours that meet several, or with tiles that lie otherwise. */
const AS_TEXT = 4;

/** The bound on the number of colours of a puzzle that travels in a link. */
export const MOST_COLOURS = 1024;
/** The bound on names of puzzles: 48 bits. */
const KEY_BOUND = 2 ** 48;
const MOST_LETTERS = 1 << 16;
/** The bound on colours of a .puz that a page reads. */
const MOST_IN_TEXT = 1000;

/** Digits in bases of their own, which are read, or written in the same order. */
class Digits {
  /** @param {bigint | null} value to be read; null if digits are written */
  constructor(value) {
    this.value = value;
    /** @type {[bigint, bigint][]} */
    this.written = [];
  }

  /** Read a digit, or write the one that is given. @param {number} base @param {number} [digit] */
  next(base, digit = 0) {
    const one = BigInt(base);
    if (this.value === null) {
      this.written.push([BigInt(digit), one]);
      return digit;
    }
    const read = Number(this.value % one);
    this.value /= one;
    return read;
  }

  all() {
    return this.written.reduceRight((value, [digit, base]) => value * base + digit, 0n);
  }
}

/** A name for a puzzle by its tiles: 48 bits of a hash (after cyrb53, which is in the public domain). @param {Puzzle} puzzle */
export const keyOf = (puzzle) => {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (const letter of writePuz(puzzle)) {
    one = Math.imul(one ^ letter.charCodeAt(0), 2654435761);
    other = Math.imul(other ^ letter.charCodeAt(0), 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return ((other >>> 0) * 2 ** 32) % KEY_BOUND + (one >>> 0);
};

/** Whether a puzzle travels as its text. @param {Puzzle} puzzle */
const isOther = (puzzle) => !puzzle.paired || puzzle.otherBoard || puzzle.flipping || puzzle.only.size > 0;

/** Squares, and letters of a text, up to which a link carries the puzzle itself. */
const TRAVELS = 150;
const LETTERS_THAT_TRAVEL = 8000;

/** Whether a link carries the puzzle itself. @param {Puzzle} puzzle */
export const travels = (puzzle) => {
  const highest = puzzle.colours[puzzle.colours.length - 1];
  if (puzzle.squares > TRAVELS || highest >= MOST_COLOURS - 1) return false;
  return !isOther(puzzle) || (highest < MOST_IN_TEXT && writePuz(puzzle).length <= LETTERS_THAT_TRAVEL);
};

/**
 * The fragment, without `#`.
 * @param {Puzzle} puzzle @param {number[]} laid @param {Map<number, number>} clues
 * @param {boolean} whole whether the puzzle travels along; else its name does
 */
export const encode = (puzzle, laid, clues, whole) => {
  const digits = new Digits(null);
  const peculiar = puzzle.partners.length > 0 || !puzzle.turning;
  const version = !whole ? VERSION : isOther(puzzle) ? AS_TEXT : puzzle.spare > 0 ? WITH_SPARE : peculiar ? PECULIAR : VERSION;
  digits.next(16, version);
  if (digits.next(2, Number(whole))) puzzleIn(digits, version, puzzle);
  else digits.next(KEY_BOUND, keyOf(puzzle));
  boardIn(digits, puzzle, new Map(clues), laid);
  return letters(digits.all());
};

/**
 * Decode a fragment, null if it is invalid or belongs to an unknown puzzle.
 * @param {string} fragment @param {Puzzle[]} known
 * @returns {{puzzle: Puzzle, laid: number[], clues: Map<number, number>} | null}
 */
export const decode = (fragment, known) => {
  if (!/^[\w-]{4,20000}$/.test(fragment)) return null;
  const digits = new Digits(number(fragment));
  const version = digits.next(16);
  if (![VERSION, PECULIAR, WITH_SPARE, AS_TEXT].includes(version)) return null;
  const key = digits.next(2) ? null : digits.next(KEY_BOUND);
  const puzzle = key === null ? puzzleIn(digits, version) : known.find((each) => keyOf(each) === key);
  if (!puzzle) return null;
  /** @type {Map<number, number>} */
  const clues = new Map();
  const laid = boardIn(digits, puzzle, clues);
  return digits.value === 0n && laid.every((code) => code < 0 || puzzle.mayLie(code)) ? { puzzle, laid, clues } : null;
};

/** The board in digits, which are written if it is given. @param {Digits} digits @param {Puzzle} puzzle @param {Map<number, number>} clues @param {number[]} [given] */
const boardIn = (digits, puzzle, clues, given = []) => {
  const base = puzzle.flipping ? 8 : 4;
  const left = [...puzzle.tiles.keys()];
  return puzzle.blank.map((nothing, index) => {
    const own = given[index] >= 0 ? 1 + base * left.indexOf(puzzle.tileOf(given[index])) + puzzle.orientation(given[index]) : 0;
    const digit = digits.next(base * left.length + 1, own);
    if (digit === 0 || nothing === HOLE) return nothing;
    const [tile] = left.splice(Math.floor((digit - 1) / base), 1);
    const code = puzzle.code(tile, (digit - 1) % base);
    if (digits.next(2, Number(clues.has(index)))) clues.set(index, code);
    return code;
  });
};

/** The puzzle in digits, null if there is none; they are written if it is given. @param {Digits} digits @param {number} version @param {Puzzle} [given] */
const puzzleIn = (digits, version, given) => {
  if (version === AS_TEXT) {
    const text = given ? writePuz(given) : "";
    const read = Array.from({ length: digits.next(MOST_LETTERS, text.length) }, (_, at) =>
      String.fromCharCode(digits.next(128, text.charCodeAt(at) || 0)));
    try {
      return given ?? readPuz(read.join(""));
    } catch (error) {
      if (error instanceof TextError) return null;
      throw error;
    }
  }
  const [cols, rows] = [digits.next(4096, given?.cols), digits.next(4096, given?.rows)];
  const colours = digits.next(MOST_COLOURS, given && given.colours[given.colours.length - 1] + 1);
  const signed = digits.next(2, Number(Boolean(given?.signs)));
  if (cols < 2 || rows < 2 || cols * rows > 4096 || colours < 1) return null;
  const peculiar = version !== VERSION;
  const turning = !peculiar || digits.next(2, Number(given?.turning)) === 1;
  const partners = Array.from({ length: peculiar ? digits.next(colours, given?.partners.length) : 0 }, (_, pair) =>
    /** @type {[number, number]} */ ([0, 1].map((end) => digits.next(colours, given?.partners[pair][end]))));
  const paired = partners.flat();
  if (paired.includes(0) || new Set(paired).size < paired.length) return null;
  const spare = version === WITH_SPARE ? digits.next(4096, given?.spare) : 0;
  /** @type {string[]} */
  const signs = [];
  const tiles = Array.from({ length: cols * rows + spare }, (_, tile) => {
    const sides = [0, 1, 2, 3].map((side) => digits.next(colours, given?.tiles[tile][side]));
    signs.push(signed ? " +-"[digits.next(3, " +-".indexOf(given?.signs?.[tile] || " "))].trim() : "");
    return sides;
  });
  return new Puzzle({ cols, rows, tiles, signs, partners, turning });
};

/** @param {bigint} value */
const letters = (value) => {
  const digits = value.toString(16);
  const bytes = (digits.length % 2 ? `0${digits}` : digits).match(/../g) ?? [];
  return btoa(String.fromCharCode(...bytes.map((byte) => parseInt(byte, 16))))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
};

/** @param {string} text */
const number = (text) => {
  try {
    const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const digits = Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")).join("");
    return BigInt(`0x${digits || "0"}`);
  } catch {
    return 0n;
  }
};
