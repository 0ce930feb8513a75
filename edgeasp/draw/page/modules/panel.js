// The panel of a page to look at: the current square, the colours, the tiles not placed, the violations.

import { chip } from "./chip.js";
import { find, make, picture, rows } from "./dom.js";
import { emblem, outline, single } from "./drawing.js";
import { counted, grouped, Puzzle, SIDES } from "./puzzle.js";
import { data, puzzle, turnText } from "./viewed.js";

/**
 * @typedef {import("./drawing.js").Cell} Cell
 * @typedef {import("./viewed.js").Board} Board
 * @typedef {{colour?: number, tiles?: Set<number>}} Lit what is highlighted
 */

/** @param {(colour: number) => void} choose @param {number | undefined} lit @param {boolean} patterns */
export const legend = (choose, lit, patterns) => {
  find("legend").replaceChildren(...puzzle.colours.map((colour) => {
    const outside = colour === 0 ? ", the frame" : "";
    const title = `colour ${colour}${outside}: ${counted(puzzle.counts.get(colour) ?? 0, "side")}`;
    const button = chip(colour, lit === colour, choose, title);
    if (patterns && outline(colour)) button.append(picture(emblem(colour)));
    return button;
  }));
};

/**
 * Show the details of a square, or of a tile that is not placed.
 * @param {Cell | null} cell @param {Board} board @param {Lit} lit
 * @param {{colour: (colour: number) => void, tiles: (tile: number) => void}} choose
 */
export const showDetail = (cell, board, lit, choose) => {
  const detail = find("detail");
  if (!cell) {
    detail.replaceChildren(make("p", { class: "full" }, "Point at a square, tap it, or move to it with the arrow keys."));
    return;
  }
  if (cell.tile === null) {
    detail.replaceChildren(make("div"), make("div", {}, make("h2", {}, "Empty square"), rows([squareRow(cell)])),
      ...saidOf(cell, board));
    return;
  }
  const { tile, rot = 0, sides = [] } = cell;
  const others = puzzle.identical(tile).length - 1;
  const siblings = make("button", { type: "button", class: "link", id: "siblings", onclick: () => choose.tiles(tile) },
    lit.tiles?.has(tile) ? "show all again" : `show ${counted(others, "other")}`);
  const onBoard = cell.index >= 0 && !board.sheet;
  const sign = puzzle.signs?.[tile];
  /** @type {[string, ...(Node | string)[]][]} */
  const facts = [
    ...(onBoard ? [squareRow(cell), /** @type {[string, string]} */ (["turned", turnText(rot)])] : []),
    ...(sign ? [/** @type {[string, string]} */ (["sign", sign])] : []),
    ...(others ? [/** @type {[string, Node]} */ (["identical", siblings])] : []),
    ...(cell.clue ? [/** @type {[string, string]} */ (["given", "by a clue"])] : []),
  ];
  const wrong = onBoard ? board.broken.filter(([col, row]) => col === cell.col && row === cell.row) : [];
  const around = sides.map((colour, side) =>
    chip(colour, lit.colour === colour, choose.colour, `${SIDES[side]}: colour ${colour}`));
  detail.replaceChildren(
    picture(single(sides, { sides: "numbers" })),
    make("div", {}, make("h2", {}, `Tile ${tile} `, make("small", { class: "soft" }, tileNames(tile))), rows(facts)),
    make("div", { class: "chips full", role: "group", "aria-label": "north, east, south, west" }, ...around),
    ...wrong.map(([, , what]) => make("p", { class: "full bad" }, what)),
    ...(onBoard ? saidOf(cell, board) : []),
  );
};

/** The other numbers of a tile. @param {number} tile */
const tileNames = (tile) => `(${data.pieces ? `piece ${data.pieces[tile]} as published, ` : ""}${tile + 1} in facts)`;

/** A square as on the board of Eternity II: the row as a letter, the column from 1. @param {Cell} cell */
const placeName = ({ col, row }) => (data.pieces ? `${String.fromCharCode(65 + row)}${col + 1}, ` : "");

/** What the remarks say of a square. @param {Cell} cell @param {Board} board */
const saidOf = (cell, board) => board.remarks.filter(([col, row]) => col === cell.col && row === cell.row)
  .map(([, , what]) => make("p", { class: "full said" }, what));

/** @param {Cell} cell @returns {[string, ...(Node | string)[]]} */
const squareRow = (cell) => {
  const outside = (puzzle.outer[cell.index] ?? []).filter(Boolean).length;
  return ["square", `${cell.col},${cell.row}`, make("span", { class: "soft" },
    ` (${placeName(cell)}${cell.col + 1},${cell.row + 1} in facts), ${Puzzle.kind(outside)}`)];
};

/** @param {number[]} tiles @param {(tile: number) => void} point @param {Lit} lit @param {import("./drawing.js").Look} look */
export const showUnplaced = (tiles, point, lit, look) => {
  const section = find("tray");
  if (!tiles.length) return section.replaceChildren();
  const buttons = tiles.map((tile) => make("button", {
    type: "button", "data-tile": tile, "aria-label": `tile ${tile}, ${puzzle.tiles[tile].join(", ")}`,
    class: lit.tiles && !lit.tiles.has(tile) ? "dim" : "", onclick: () => point(tile), onpointerenter: () => point(tile),
    onfocus: () => point(tile),
  }, picture(single(puzzle.tiles[tile], { sides: look.sides }))));
  return section.replaceChildren(make("h2", {}, `${counted(tiles.length, "tile")} not placed`), make("div", {}, ...buttons));
};

/** What the board is of, and what it keeps. @param {Board} board */
export const showCard = (board) => {
  const section = find("card");
  if (!board.card) return section.replaceChildren();
  return section.replaceChildren(make("h2", {}, "Card"), rows(board.card));
};

/**
 * A list of squares and what is said of them; each leads to its square.
 * @param {string} id @param {[number, number, string][]} said @param {string} heading @param {(index: number) => void} go
 */
const listSquares = (id, said, heading, go) => {
  const section = find(id);
  if (!said.length) return section.replaceChildren();
  const items = said.map(([col, row, what]) =>
    make("li", {}, make("button", { type: "button", class: "link", onclick: () => go(row * puzzle.cols + col) }, what)));
  return section.replaceChildren(make("h2", {}, heading), make("ul", {}, ...items));
};

/** @param {Board} board @param {(index: number) => void} go */
export const listViolations = (board, go) => listSquares("broken", board.broken, counted(board.broken.length, "broken condition"), go);
/** @param {Board} board @param {(index: number) => void} go */
export const listRemarks = (board, go) => listSquares("remarks", board.remarks, "Remarks", go);

/** @param {Board} board */
export const showScore = (board) => {
  const line = find("verdict");
  if (board.sheet) return line.replaceChildren(counted(puzzle.tiles.length, "tile"));
  const state = board.solved ? make("b", { class: "good" }, "solved")
    : board.broken.length ? make("b", { class: "bad" }, counted(board.broken.length, "broken condition"))
      : make("b", {}, "not complete");
  const empty = board.laid.filter((code) => code < 0).length;
  line.replaceChildren(
    make("span", { id: "score" }, `${grouped(board.matched ?? 0)} of ${grouped(puzzle.diamonds)}`),
    " diamonds match", board.mismatches ? `, ${grouped(board.mismatches)} clash` : "",
    empty ? `, ${counted(empty, "empty square")}` : "", " · ", state,
  );
  return line;
};
