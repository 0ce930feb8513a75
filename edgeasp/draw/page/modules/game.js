// The game: placements, locks, undo and redo, and bookmarks. It does not use the DOM.
//
// A cell is -1, or -2 for a hole, or twice the code of its placement, plus 1 if it is locked. A step is a list of cells
// before and after.

import { EMPTY, HOLE, Puzzle, unplaced } from "./puzzle.js";

/**
 * @typedef {[index: number, before: number, after: number]} Change
 * @typedef {{kind: string, changes: Change[]}} Step
 * @typedef {{name: string, cells: number[]}} Bookmark
 * @typedef {{cells: number[], steps: Step[], at: number, bookmarks: Bookmark[]}} Saved
 */

/** @param {number} code @param {boolean} locked */
export const cellOf = (code, locked) => (code < 0 ? code : 2 * code + Number(locked));
/** @param {number} value */
const codeOf = (value) => (value < 0 ? value : value >> 1);
/** @param {number} value */
const isLocked = (value) => value >= 0 && (value & 1) === 1;

export class Game {
  /**
   * @param {Puzzle} puzzle
   * @param {Map<number, number>} given codes that stay on their squares
   * @param {number[]} [laid] the board to begin with
   */
  constructor(puzzle, given = new Map(), laid = []) {
    this.puzzle = puzzle;
    this.given = given;
    this.nothing = puzzle.blank;
    this.cells = puzzle.blank.map((nothing, index) =>
      (nothing === HOLE ? HOLE : cellOf(given.get(index) ?? laid[index] ?? EMPTY, given.has(index))));
    this.first = [...this.cells];
    /** @type {Step[]} */
    this.steps = [];
    /** How many of the steps are done; those after it can be done again. */
    this.at = 0;
    /** @type {Bookmark[]} */
    this.bookmarks = [];
  }

  /** The board as codes. */
  get laid() {
    return this.cells.map(codeOf);
  }

  /** The codes that are locked, by square: the clues. */
  get clues() {
    return new Map(this.cells.flatMap((value, index) => (isLocked(value) ? [[index, codeOf(value)]] : [])));
  }

  /** @param {number} index */
  code(index) {
    return codeOf(this.cells[index]);
  }

  /** @param {number} index */
  locked(index) {
    return isLocked(this.cells[index]);
  }

  /** The square of a tile, or -1. @param {number} tile */
  squareOf(tile) {
    return this.cells.findIndex((value) => value >= 0 && this.puzzle.tileOf(codeOf(value)) === tile);
  }

  get unplaced() {
    return unplaced(this.puzzle, this.laid);
  }

  /**
   * Change squares, as one step; nothing happens if nothing changes, or if a locked tile would.
   * @param {string} kind
   * @param {[index: number, code: number][]} wanted
   * @returns {number[]} the squares that changed
   */
  change(kind, wanted) {
    if (wanted.some(([index, code]) => this.locked(index) && this.code(index) !== code)) return [];
    return this.step(kind, wanted.map(([index, code]) => [index, this.cells[index], cellOf(code, this.locked(index))]));
  }

  /** @param {string} kind @param {Change[]} all @returns {number[]} */
  step(kind, all) {
    const changes = all.filter(([, before, after]) => before !== after);
    if (!changes.length) return [];
    const last = this.steps[this.at - 1];
    if (kind === "turn" && last?.kind === "turn" && this.at === this.steps.length && last.changes[0][0] === changes[0][0]) {
      // Quarter turns of one tile, one after the other, are one step.
      last.changes[0][2] = changes[0][2];
      if (last.changes[0][1] === last.changes[0][2]) {
        this.steps.pop();
        this.at -= 1;
      }
    } else {
      this.append(kind, changes);
    }
    this.set(changes);
    return changes.map(([index]) => index);
  }

  /** @param {string} kind @param {Change[]} changes */
  append(kind, changes) {
    this.steps.length = this.at;
    this.steps.push({ kind, changes });
    this.at += 1;
  }

  /** @param {Change[]} changes */
  set(changes) {
    for (const [index, , after] of changes) this.cells[index] = after;
  }

  /** Lay a tile that is in the tray, or move one; what lay there goes to the tray, or to where the tile was. @param {number} index @param {number} code */
  lay(index, code) {
    const from = this.squareOf(this.puzzle.tileOf(code));
    if (this.code(index) === HOLE || this.locked(index) || (from >= 0 && this.locked(from))) return [];
    if (from < 0 || from === index) return this.change(from < 0 ? "lay" : "turn", [[index, code]]);
    const there = this.code(index);
    return this.change(there < 0 ? "move" : "exchange", [[index, code], [from, there]]);
  }

  /** @param {number} index */
  lift(index) {
    return this.code(index) < 0 ? [] : this.change("take back", [[index, EMPTY]]);
  }

  /** Turn clockwise. @param {number} index @param {number} [quarters] */
  turn(index, quarters = 1) {
    const code = this.code(index);
    return code < 0 ? [] : this.change("turn", [[index, this.puzzle.turn(code, quarters)]]);
  }

  /** Turn a tile over, left to right. @param {number} index */
  turnOver(index) {
    const code = this.code(index);
    return code < 0 ? [] : this.change("turn over", [[index, this.puzzle.turnOver(code)]]);
  }

  /** Lock a tile or unlock it; what is given stays locked. @param {number} index */
  toggleLock(index) {
    const value = this.cells[index];
    if (value < 0 || this.given.has(index)) return [];
    return this.step(isLocked(value) ? "unlock" : "lock", [[index, value, value ^ 1]]);
  }

  /** Take every tile back that is not locked. */
  clear() {
    return this.change("clear", this.cells.flatMap((value, index) => (value >= 0 && !isLocked(value) ? [[index, EMPTY]] : [])));
  }

  /** Show other cells, as one step. @param {string} kind @param {number[]} cells */
  show(kind, cells) {
    return this.step(kind, cells.map((after, index) => [index, this.cells[index], after]));
  }

  /** @returns {Step | null} the step that is undone */
  undo() {
    if (!this.at) return null;
    this.at -= 1;
    const step = this.steps[this.at];
    for (const [index, before] of step.changes) this.cells[index] = before;
    return step;
  }

  /** @returns {Step | null} the step that is done again */
  redo() {
    const step = this.steps[this.at];
    if (!step) return null;
    this.at += 1;
    this.set(step.changes);
    return step;
  }

  /** The cells after a number of steps. @param {number} number */
  after(number) {
    const cells = [...this.first];
    for (const [index, , after] of this.steps.slice(0, number).flatMap(({ changes }) => changes)) cells[index] = after;
    return cells;
  }

  /** Go back to what there was after a number of steps, as one step. @param {number} number */
  backTo(number) {
    return this.show("back", this.after(number));
  }

  /** The board after each number of steps, up to now. @returns {number[][]} */
  past() {
    return Array.from({ length: this.at + 1 }, (_, number) => this.after(number).map(codeOf));
  }

  /** @param {string} name */
  bookmark(name) {
    this.bookmarks.push({ name, cells: [...this.cells] });
  }

  /** Go to a bookmark, as one step. @param {number} number */
  open(number) {
    return this.show("bookmark", this.bookmarks[number].cells);
  }

  /** @returns {Saved} */
  save() {
    return { cells: this.first, steps: this.steps, at: this.at, bookmarks: this.bookmarks };
  }

  /**
   * Restore a saved game, null if it belongs to another puzzle.
   * @param {Puzzle} puzzle @param {Map<number, number>} given @param {unknown} saved
   */
  static load(puzzle, given, saved) {
    const game = new Game(puzzle, given);
    const data = /** @type {Saved} */ (saved);
    try {
      if (!game.holds(data.cells)) return null;
      game.cells = [...data.cells];
      game.first = [...data.cells];
      for (const { kind, changes } of data.steps) {
        if (!changes.length || changes.some(([index, before, after]) => game.cells[index] !== before || after === before)) return null;
        // As they were: quarter turns with an undo between them are steps of their own.
        game.append(String(kind), changes.map(([index, before, after]) => [index, before, after]));
        game.set(changes);
        if (!game.holds(game.cells)) return null;
      }
      if (!(data.at >= 0 && data.at <= game.at)) return null;
      while (game.at > data.at) game.undo();
      game.bookmarks = data.bookmarks.filter(({ cells }) => game.holds(cells)).map(({ name, cells }) => ({ name: String(name), cells }));
      return game;
    } catch {
      return null;
    }
  }

  /** Whether these are cells of the puzzle: each tile once, and what is given in its place. @param {number[]} cells */
  holds(cells) {
    const tiles = cells.filter((value) => value >= 0).map((value) => this.puzzle.tileOf(codeOf(value)));
    return Array.isArray(cells) && cells.length === this.puzzle.squares && new Set(tiles).size === tiles.length
      && cells.every((value, index) => Number.isInteger(value) && value < 8 * this.puzzle.faces.length
        && (value < 0 ? value === this.nothing[index] : this.nothing[index] !== HOLE && this.puzzle.mayLie(codeOf(value))))
      && [...this.given].every(([index, code]) => cells[index] === cellOf(code, true));
  }
}
