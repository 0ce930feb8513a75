// The interactive board as a drawing: changed squares are drawn again, below a layer of marks.

import { clashesSvg, gridSvg, marksSvg, namesSvg, OUTSIDE, outsideSvg, RING, rowsSvg, shift, squareSvg, UNIT } from "./drawing.js";
import { EMPTY, Puzzle } from "./puzzle.js";

/** @typedef {import("./drawing.js").Look} Look */
/**
 * @typedef {object} Marks what is marked, as lists of squares
 * @property {number[]} [fits] where the tile in hand fits
 * @property {number[]} [notices] what an answer points out
 * @property {number[]} [wrong] what an answer calls wrong
 * @property {[number, number, string][]} [clashes] square, side and condition
 * @property {Map<number, Label>} [labels] what empty squares show
 *
 * @typedef {{text: string, words: string}} Label the words are for screen readers
 */

export class BoardView {
  /** @param {Puzzle} puzzle @param {import("./stage.js").Stage} stage */
  constructor(puzzle, stage) {
    this.puzzle = puzzle;
    this.stage = stage;
    /** Units around the squares: what the outside shows has to be seen. */
    this.margin = [...puzzle.rim.values()].some((colours) => colours.length) ? OUTSIDE + 2 : 2;
    /** @type {any[]} */
    this.groups = [];
    /** @type {Map<number, Label>} */
    this.labels = new Map();
    this.first = puzzle.blank.indexOf(EMPTY);
    /** The square that can be reached with the tab key. */
    this.pointed = this.first;
    this.marked = "";
  }

  /** @param {import("./game.js").Game} game @param {Look} look */
  draw(game, look) {
    const { cols, rows } = this.puzzle;
    const size = [cols * UNIT, rows * UNIT];
    const above = `${outsideSvg(this.puzzle)}${gridSvg(this.puzzle)}<g class="above"></g>${RING}`;
    this.stage.place(rowsSvg(game.laid, cols, size, this.margin, (index) =>
      [this.words(game, index), squareSvg(this.cell(game, index), look)], above), size[0] + 2 * this.margin, size[1] + 2 * this.margin);
    this.groups = [];
    for (const cell of this.stage.drawing.querySelectorAll(".cell")) this.groups[Number(cell.dataset.index)] = cell;
    this.marked = "";
    this.above = this.stage.drawing.querySelector(".above");
    this.ring = this.stage.drawing.querySelector(".ring");
  }

  /** @param {import("./game.js").Game} game @param {number} index @returns {import("./drawing.js").Cell} */
  cell(game, index) {
    return { ...this.puzzle.cell(index, game.code(index)), label: this.labels.get(index)?.text };
  }

  /** What a screen reader says of a square. @param {import("./game.js").Game} game @param {number} index */
  words(game, index) {
    const code = game.code(index);
    const place = `${this.puzzle.name(index)}: `;
    if (code < 0) return [`${place}empty`, ...(this.labels.has(index) ? [this.labels.get(index)?.words] : [])].join(", ");
    return `${place}${this.puzzle.spokenName(code)}, ${this.puzzle.shown(code)}${game.locked(index) ? ", locked" : ""}`;
  }

  /** Draw some squares again. @param {import("./game.js").Game} game @param {Look} look @param {Iterable<number>} squares */
  update(game, look, squares) {
    for (const index of squares) {
      const group = this.groups[index];
      group.innerHTML = squareSvg(this.cell(game, index), look);
      group.setAttribute("aria-label", this.words(game, index));
    }
  }

  /** @param {import("./game.js").Game} game @param {Look} look @param {Marks} marks */
  mark(game, look, { fits = [], notices = [], wrong = [], clashes = [], labels = new Map() }) {
    /** @param {Iterable<number>} squares */
    const places = (squares) => [...squares].map((index) => this.puzzle.place(index));
    const locked = [...game.clues.keys()];
    const text = marksSvg("clue", places(locked.filter((index) => game.given.has(index))))
      + marksSvg("lock", places(locked.filter((index) => !game.given.has(index))))
      + marksSvg("fit", places(fits)) + marksSvg("notice", places(notices)) + marksSvg("wrong", places(wrong))
      + namesSvg([...notices, ...wrong].map((index) => [...this.puzzle.place(index), this.puzzle.shortName(index)]))
      + clashesSvg(clashes.map(([index, side, condition]) => [...this.puzzle.place(index), side, condition]));
    if (this.above && text !== this.marked) this.above.innerHTML = text;
    this.marked = text;
    const changed = new Set([...this.labels.keys(), ...labels.keys()]);
    this.labels = labels;
    this.update(game, look, changed);
  }

  /** Mark the current square, which alone can be reached with the tab key. @param {number | null} index */
  point(index) {
    this.groups[this.pointed]?.setAttribute("tabindex", "-1");
    this.pointed = index ?? this.first;
    this.groups[this.pointed]?.setAttribute("tabindex", "0");
    this.ring?.toggleAttribute("hidden", index === null);
    if (index !== null) this.ring?.setAttribute("transform", shift(...this.puzzle.place(index)));
  }

  /** The square at a point of the window, or -1. @param {number} x @param {number} y */
  indexAt(x, y) {
    const box = this.stage.drawing.getBoundingClientRect();
    const unit = box.width / (this.puzzle.cols * UNIT + 2 * this.margin);
    const [col, row] = [x - box.left, y - box.top].map((distance) => Math.floor((distance / unit - this.margin) / UNIT));
    const index = row * this.puzzle.cols + col;
    return col < 0 || col >= this.puzzle.cols || row < 0 || row >= this.puzzle.rows || !this.groups[index] ? -1 : index;
  }
}
