// The panel of a page to look at: the current square, the colours, the tiles not placed, the violations.

import { chip } from "./chip.js";
import { find, make, picture, rows } from "./dom.js";
import { paint, single } from "./drawing.js";
import { counted, EMPTY, grouped, groupsBy, Puzzle, WORDS } from "./puzzle.js";
import { puzzle } from "./viewed.js";

/**
 * @typedef {import("./drawing.js").Cell} Cell
 * @typedef {import("./viewed.js").Board} Board
 * @typedef {{colour?: number, tiles?: Set<number>}} Lit what is highlighted
 */

/** Colours beyond which their list is folded. */
const FEW = 30;

/** Open the list of colours, unless it is as long as the page; say which of them share a paint. */
export const foldLegend = () => {
  find("colours").open = puzzle.colours.length <= FEW;
  find("colours").querySelector("h2").textContent = puzzle.colours.length <= FEW ? "Colours" : `${puzzle.colours.length} colours`;
  const alike = groupsBy(puzzle.colours, (colour) => paint(colour).rgb);
  const repeated = [...alike.values()].filter((colours) => colours.length > 1);
  find("alike").hidden = !repeated.length;
  if (repeated.length) {
    find("alike").textContent = `There are ${alike.size} paints, so ${repeated[0].join(", ")} share one, and so on. Patterns and numbers distinguish them.`;
  }
};

/** @param {(colour: number) => void} choose @param {number | undefined} lit @param {boolean} numbers whether sides have numbers */
export const legend = (choose, lit, numbers) => {
  find("legend").replaceChildren(...puzzle.colours.map((colour) => {
    const outside = colour === 0 ? ", the frame" : "";
    const title = `colour ${puzzle.colour(colour)}${outside}: ${counted(puzzle.counts.get(colour) ?? 0, "side")}`;
    const name = puzzle.colour(colour);
    return chip(colour, numbers && name !== String(colour) ? `${colour} ${name}` : name, lit === colour, choose, title);
  }));
};

/**
 * Show the details of squares, or of a tile that is not placed.
 * @param {Cell[]} cells @param {Board} board @param {Lit} lit
 * @param {{colour: (colour: number) => void, tiles: (tile: number) => void}} choose
 */
export const showDetails = (cells, board, lit, choose) => {
  const found = cells.flatMap((cell) => details(cell, board, lit, choose));
  const hint = make("p", { class: "full" }, "Point at a square, tap it, or move to it with the arrow keys.");
  find("detail").replaceChildren(...(found.length ? found : [hint]));
};

/**
 * @param {Cell} cell @param {Board} board @param {Lit} lit
 * @param {{colour: (colour: number) => void, tiles: (tile: number) => void}} choose
 * @returns {Node[]}
 */
const details = (cell, board, lit, choose) => {
  if (cell.tile === null) {
    return [make("div"), make("div", {}, make("h2", {}, "Empty square"), rows([squareRow(cell)])), ...saidOf(cell, board)];
  }
  const { tile, code = 4 * tile, sides = [] } = cell;
  const others = puzzle.identical(tile).length - 1;
  const siblings = make("button", { class: "link siblings", onclick: () => choose.tiles(tile) },
    lit.tiles?.has(tile) ? "show all again" : `show ${counted(others, "other")}`);
  const onBoard = cell.index >= 0 && !board.sheet;
  const sign = puzzle.signs?.[tile];
  /** @type {[string, ...(Node | string)[]][]} */
  const facts = [
    ...(onBoard ? [squareRow(cell)] : []), ["lies", onBoard ? puzzle.lying(code) : ""],
    ["sign", sign ?? ""], ["identical", others ? siblings : ""], ["given", cell.clue ? "by a clue" : ""],
  ];
  const wrong = onBoard ? board.broken.filter(([col, row]) => col === cell.col && row === cell.row) : [];
  const around = sides.map((colour, side) =>
    chip(colour, puzzle.colour(colour), lit.colour === colour, choose.colour, `${WORDS[side]}: colour ${puzzle.colour(colour)}`));
  return [
    picture(single(sides, { sides: "patterns" })),
    make("div", {}, make("h2", {}, `Tile ${puzzle.tileName(code)}`), rows(facts.filter(([, what]) => what))),
    make("div", { class: "chips full", role: "group", "aria-label": "top, right, bottom, left" }, ...around),
    ...wrong.map(([, , what]) => make("p", { class: "full bad" }, what)),
    ...(onBoard ? saidOf(cell, board) : []),
  ];
};

/** What the remarks say of a square. @param {Cell} cell @param {Board} board */
const saidOf = (cell, board) => board.remarks.filter(([col, row]) => col === cell.col && row === cell.row)
  .map(([, , what]) => make("p", { class: "full said" }, what));

/** @param {Cell} cell @returns {[string, ...(Node | string)[]]} */
const squareRow = (cell) => {
  const outside = (puzzle.outer[cell.index] ?? []).filter(Boolean).length;
  return ["square", puzzle.name(cell.index), make("span", { class: "soft" }, `, ${Puzzle.kind(outside)}`)];
};

/** @param {number[]} tiles @param {(tile: number) => void} point @param {Lit} lit @param {import("./drawing.js").Look} look */
export const showUnplaced = (tiles, point, lit, look) => {
  const section = find("tray");
  if (!tiles.length) return section.replaceChildren();
  const buttons = tiles.map((tile) => make("button", {
    "data-tile": tile, "aria-label": `tile ${puzzle.number(tile)}, ${puzzle.tiles[tile].join(", ")}`,
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
 * @param {string} id @param {[number, number, string, boolean?][]} said @param {string} heading @param {(index: number) => void} go
 */
const listSquares = (id, said, heading, go) => {
  const section = find(id);
  if (!said.length) return section.replaceChildren();
  const items = said.map(([col, row, what]) =>
    make("li", {}, make("button", { class: "link", onclick: () => go(row * puzzle.cols + col) }, what)));
  return section.replaceChildren(make("h2", {}, heading), make("ul", {}, ...items));
};

/** @param {Board} board @param {(index: number) => void} go */
export const listViolations = (board, go) => listSquares("broken", board.broken, counted(board.broken.length, "broken condition"), go);
/** @param {Board} board @param {(index: number) => void} go */
export const listRemarks = (board, go) => listSquares("remarks", board.remarks.filter(([, , , repeats]) => !repeats), "Remarks", go);

/** @param {Board} board */
export const showScore = (board) => {
  const line = find("verdict");
  if (board.sheet) return line.replaceChildren(counted(puzzle.tiles.length, "tile"));
  const clashes = board.mismatches ?? 0;
  const others = board.broken.length - clashes;
  const state = board.solved ? make("b", { class: "good" }, "solved")
    : others ? make("b", { class: "bad" }, `${counted(others, clashes ? "other broken condition" : "broken condition")}`)
      : clashes ? null : make("b", {}, "not complete");
  const empty = board.laid.filter((code) => code === EMPTY).length;
  line.replaceChildren(
    make("span", { id: "score" }, `${grouped(board.matched ?? 0)} of ${grouped(puzzle.diamonds)}`),
    " edges match", ...(clashes ? [", ", make("b", { class: "bad" }, `${grouped(clashes)} clash`)] : []),
    empty ? `, ${counted(empty, "empty square")}` : "", ...(state ? [" · ", state] : []),
  );
  return line;
};
