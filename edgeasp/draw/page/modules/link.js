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
const KEY_BITS = 48n;
const MOST_LETTERS = 1 << 16;
/** The bound on colours of a .puz that a page reads. */
const MOST_IN_TEXT = 1000;

/** Digits that are written and read in the same order. */
class Digits {
  /** @param {bigint} value */
  constructor(value = 0n) {
    this.value = value;
    /** @type {[bigint, bigint][]} */
    this.written = [];
  }

  /** @param {number | bigint} digit @param {number | bigint} base */
  write(digit, base) {
    this.written.push([BigInt(digit), BigInt(base)]);
  }

  /** @param {number} base */
  read(base) {
    const digit = this.value % BigInt(base);
    this.value /= BigInt(base);
    return Number(digit);
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
  return ((BigInt(other >>> 0) << 32n) | BigInt(one >>> 0)) & ((1n << KEY_BITS) - 1n);
};

/** Whether a puzzle travels as its text. @param {Puzzle} puzzle */
const isOther = (puzzle) => !puzzle.paired || puzzle.otherBoard || puzzle.flipping || puzzle.only.size > 0;

/** The base of the digit of an orientation. @param {Puzzle} puzzle */
const orientationBase = (puzzle) => (puzzle.flipping ? 8 : 4);

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
  const digits = new Digits();
  const spare = whole && puzzle.spare > 0;
  const peculiar = spare || (whole && (puzzle.partners.length > 0 || !puzzle.turning));
  const asText = whole && isOther(puzzle);
  digits.write(asText ? AS_TEXT : spare ? WITH_SPARE : peculiar ? PECULIAR : VERSION, 16);
  digits.write(Number(whole), 2);
  if (asText) {
    const text = writePuz(puzzle);
    digits.write(text.length, MOST_LETTERS);
    for (const letter of text) digits.write(letter.charCodeAt(0), 128);
  } else if (whole) {
    const colours = puzzle.colours[puzzle.colours.length - 1] + 1;
    digits.write(puzzle.cols, 4096);
    digits.write(puzzle.rows, 4096);
    digits.write(colours, MOST_COLOURS);
    digits.write(Number(puzzle.signs !== null), 2);
    if (peculiar) {
      digits.write(Number(puzzle.turning), 2);
      digits.write(puzzle.partners.length, colours);
      for (const colour of puzzle.partners.flat()) digits.write(colour, colours);
      if (spare) digits.write(puzzle.spare, 4096);
    }
    puzzle.tiles.forEach((sides, tile) => {
      for (const colour of sides) digits.write(colour, colours);
      if (puzzle.signs) digits.write(" +-".indexOf(puzzle.signs[tile] || " "), 3);
    });
  } else digits.write(keyOf(puzzle), 1n << KEY_BITS);
  const base = orientationBase(puzzle);
  const left = [...puzzle.tiles.keys()];
  laid.forEach((code, index) => {
    const place = code < 0 ? -1 : left.indexOf(puzzle.tileOf(code));
    digits.write(code < 0 ? 0 : 1 + base * place + puzzle.orientation(code), base * left.length + 1);
    if (code < 0) return;
    left.splice(place, 1);
    digits.write(Number(clues.has(index)), 2);
  });
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
  const version = digits.read(16);
  if (![VERSION, PECULIAR, WITH_SPARE, AS_TEXT].includes(version)) return null;
  const puzzle = digits.read(2) ? readPuzzle(digits, version) : named(digits, known);
  if (!puzzle) return null;
  const base = orientationBase(puzzle);
  const left = [...puzzle.tiles.keys()];
  /** @type {Map<number, number>} */
  const clues = new Map();
  const laid = puzzle.blank.map((nothing, index) => {
    const digit = digits.read(base * left.length + 1);
    if (digit === 0 || nothing === HOLE) return nothing;
    const [tile] = left.splice(Math.floor((digit - 1) / base), 1);
    const code = puzzle.code(tile, (digit - 1) % base);
    if (digits.read(2)) clues.set(index, code);
    return code;
  });
  return digits.value === 0n && laid.every((code) => code < 0 || puzzle.mayLie(code)) ? { puzzle, laid, clues } : null;
};

/** @param {Digits} digits @param {Puzzle[]} known */
const named = (digits, known) => {
  const key = digits.value % (1n << KEY_BITS);
  digits.value /= 1n << KEY_BITS;
  return known.find((each) => keyOf(each) === key) ?? null;
};

/** @param {Digits} digits @param {number} version */
const readPuzzle = (digits, version) => {
  if (version === AS_TEXT) {
    const text = Array.from({ length: digits.read(MOST_LETTERS) }, () => String.fromCharCode(digits.read(128))).join("");
    try {
      return readPuz(text);
    } catch (error) {
      if (error instanceof TextError) return null;
      throw error;
    }
  }
  const peculiar = version !== VERSION;
  const [cols, rows, colours, signed] = [digits.read(4096), digits.read(4096), digits.read(MOST_COLOURS), digits.read(2)];
  if (cols < 2 || rows < 2 || cols * rows > 4096 || colours < 1) return null;
  const turning = !peculiar || digits.read(2) === 1;
  const partners = Array.from({ length: peculiar ? digits.read(colours) : 0 }, () =>
    /** @type {[number, number]} */ ([digits.read(colours), digits.read(colours)]));
  const paired = partners.flat();
  if (paired.includes(0) || new Set(paired).size < paired.length) return null;
  const spare = version === WITH_SPARE ? digits.read(4096) : 0;
  /** @type {string[]} */
  const signs = [];
  const tiles = Array.from({ length: cols * rows + spare }, () => {
    const sides = [0, 1, 2, 3].map(() => digits.read(colours));
    signs.push(signed ? " +-"[digits.read(3)].trim() : "");
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
