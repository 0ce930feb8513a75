// The boards of a page to look at, as the page has them: with what the checker of edgeasp has reported on each.

import { Puzzle } from "./puzzle.js";
import { clashesSvg, escaped, gridSvg, HALF, marksSvg, RING, rowsSvg, squareSvg, UNIT } from "./drawing.js";

/**
 * @typedef {import("./drawing.js").Cell} Cell
 * @typedef {object} Board
 * @property {string} name
 * @property {boolean} [sheet] whether it shows all tiles in file order instead of a board
 * @property {number[]} laid
 * @property {[number, number, string][]} broken column, row and words of each violation
 * @property {[number, number, number, string][]} marks column, row, side and condition of each side that is marked
 * @property {number[]} wrong
 * @property {number[]} pointedOut
 * @property {Record<number, string>} labels
 * @property {[number, number, string, boolean?][]} remarks
 * @property {number} [matched]
 * @property {number} [mismatches]
 * @property {boolean} [solved]
 * @property {[string, string][]} [links]
 * @property {[string, string][]} [card]
 */

export const data = JSON.parse(document.getElementById("data")?.textContent ?? "{}");
export const puzzle = new Puzzle(data);
/** @type {Board[]} */
export const boards = data.boards ?? [];

const GAP = 20; // between the tiles of a sheet, with a number below each

/** How many columns and rows a board has, or the tiles as they are shown. @param {Board} board */
export const size = ({ sheet, laid }) => {
  if (!sheet) return [puzzle.cols, puzzle.rows];
  const cols = Math.min(laid.length, Math.max(puzzle.cols, Math.ceil(Math.sqrt(laid.length))));
  return [cols, Math.ceil(laid.length / cols)];
};

/** The column and the row of a square, or of a tile as they are shown. @param {Board} board @param {number} index */
export const placeOn = (board, index) => {
  const [cols] = size(board);
  return [index % cols, Math.floor(index / cols)];
};

/** The squares of a board, row by row, each with its tile or null. @param {Board} board @returns {Cell[]} */
export const squares = (board) =>
  board.laid.map((code, index) => {
    const [col, row] = placeOn(board, index);
    const cell = { ...puzzle.cell(index, code), col, row };
    if (cell.tile === null) return { ...cell, label: board.labels[index] };
    return { ...cell, clue: !board.sheet && data.clues.includes(index), place: puzzle.shortName(index) };
  });

/** All tiles in the order of the file, as a board. @type {Board} */
export const sheet = {
  name: "Tiles", sheet: true, laid: puzzle.tiles.map((_, tile) => 4 * tile), broken: [], marks: [], wrong: [],
  pointedOut: [], labels: {}, remarks: [],
};

/** @param {Board} board */
export const pitch = (board) => UNIT + (board.sheet ? GAP : 0);

/** @param {Board} board */
export const extent = (board) => [size(board)[0] * pitch(board) - (pitch(board) - UNIT), size(board)[1] * pitch(board)];

/** The label of a square for screen readers. @param {Cell} cell @param {boolean} [alone] whether the place says nothing */
export const ariaLabel = (cell, alone = false) => {
  const place = alone ? "" : `${puzzle.name(cell.index)}: `;
  if (cell.tile === null) return `${place}empty`;
  const turn = alone ? "" : `, rotation ${cell.rot}`;
  return `${place}tile ${cell.name}${turn}, ${puzzle.shown(cell.code ?? 0)}${cell.clue ? ", a clue" : ""}`;
};

/**
 * @param {Board} board
 * @param {import("./drawing.js").Look & {mismatches: boolean, clues: boolean, changes: boolean}} show
 * @param {Set<number>} changed
 */
export const drawingOf = (board, show, changed) => {
  const step = pitch(board);
  const cells = squares(board);
  const look = board.sheet ? { sides: show.sides } : show;
  const above = board.sheet ? RING : overlays(board, show, changed) + RING + clashesSvg(show.mismatches ? board.marks : [], puzzle.cols);
  return rowsSvg(board.laid, size(board)[0], extent(board), 2, (index) => {
    const cell = cells[index];
    const [x, y] = [cell.col * step, cell.row * step];
    const named = `<rect class="rim" x="${x}" y="${y}" width="${UNIT}" height="${UNIT}"/>`
      + `<text class="name" x="${x + HALF}" y="${y + UNIT + 9}">${escaped(cell.name ?? "")}</text>`;
    return [ariaLabel(cell, board.sheet), squareSvg(cell, look, x, y) + (board.sheet ? named : "")];
  }, above, board.sheet);
};

/** @param {Board} board @param {{mismatches: boolean, clues: boolean, changes: boolean}} show @param {Set<number>} changed */
const overlays = (board, show, changed) => {
  /** @param {Iterable<number>} indices */
  const places = (indices) => [...indices].map((index) => puzzle.place(index));
  return gridSvg(puzzle)
    + (show.changes ? marksSvg("change", places(changed)) : "")
    + (show.clues ? marksSvg("clue", places(data.clues)) : "")
    + marksSvg("notice", places(board.pointedOut))
    + (show.mismatches ? marksSvg("wrong", places(board.wrong)) : "");
};

