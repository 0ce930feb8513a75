// A page to look at: its state, the functions that change it, and what listens to keys and pointers.

import { announce, choice, copy, download, fileName, find, listKeys, make, openDialog, toggleTheme } from "./dom.js";
import { setPalette, shift, UNIT } from "./drawing.js";
import { foldLegend, legend, listRemarks, listViolations, showCard, showDetails, showScore, showUnplaced } from "./panel.js";
import { counted, grouped, HOLE, targetOf, unplaced, writeSol } from "./puzzle.js";
import { Stage } from "./stage.js";
import { boards, data, drawingOf, extent, pitch, placeOn, puzzle, sheet, size, squares } from "./viewed.js";

/**
 * @typedef {import("./drawing.js").Cell} Cell
 * @typedef {{colour?: number, tiles?: Set<number>}} Lit
 */

const state = {
  index: 0, view: boards.length ? "board" : "tiles",
  before: /** @type {number | null} */ (null), at: /** @type {number | null} */ (null),
  /** The square across a mark that was clicked. */
  beside: /** @type {number | null} */ (null),
  hovered: /** @type {Cell | null} */ (null), highlight: /** @type {Lit} */ ({}),
  show: { sides: "patterns", centre: "nothing", mismatches: true, clues: true, changes: true },
};

const stage = new Stage(find("stage"), find("table"));
const board = () => (state.view === "tiles" ? sheet : boards[state.index]);
/** @param {number} index */
const cellAt = (index) => squares(board())[index];
/** @param {number} index @returns {any} */
const group = (index) => stage.drawing.querySelector(`[data-index="${index}"]`);

/** The squares that differ from the previous board. */
const changed = () => {
  const old = state.view === "board" && state.before !== null ? boards[state.before].laid : null;
  return new Set(old ? board().laid.flatMap((code, index) => (code === old[index] ? [] : [index])) : []);
};

const draw = () => {
  const focused = Boolean(stage.drawing?.contains(document.activeElement));
  const now = board();
  const [width, height] = extent(now);
  stage.place(drawingOf(now, state.show, changed()), width + 4, height + 4);
  updateTabStop(focused);
  showScore(now);
  showUnplaced(now.sheet ? [] : unplaced(puzzle, now.laid), hoverTile, state.highlight, state.show);
  showCard(now);
  listRemarks(now, (index) => { select(index, true); });
  listViolations(now, (index) => { select(index, true); });
  steps();
  links(now);
  applyHighlight();
  updateDetail();
};

/** The current square, or else the first that is no hole. */
const currentOrFirst = () => state.at ?? board().laid.findIndex((code) => code !== HOLE);

/** One square is reachable with the tab key, the others with the arrow keys. @param {boolean} focus */
const updateTabStop = (focus) => {
  const element = group(currentOrFirst());
  element?.setAttribute("tabindex", "0");
  if (focus) element?.focus({ preventScroll: true });
  updateRing();
};

const updateRing = () => {
  const mark = stage.drawing.querySelector(".ring");
  const index = state.hovered ? (state.hovered.index >= 0 ? state.hovered.index : null) : state.at;
  mark.toggleAttribute("hidden", index === null);
  if (index === null) return;
  const step = pitch(board());
  const [[col, row], there] = [index, state.hovered ? index : state.beside ?? index].map((each) => placeOn(board(), each));
  // Across a side that wraps around there is no neighbour in the drawing.
  const [toCol, toRow] = Math.abs(there[0] - col) + Math.abs(there[1] - row) > 1 ? [col, row] : there;
  mark.setAttribute("transform", shift(col, row, step));
  for (const line of mark.children) {
    line.setAttribute("width", UNIT + (toCol - col) * step);
    line.setAttribute("height", UNIT + (toRow - row) * step);
  }
};

/** @param {number} index @param {boolean} [focus] @param {number | null} [beside] a square to the right or below, shown as well */
const select = (index, focus = false, beside = null) => {
  group(currentOrFirst())?.setAttribute("tabindex", "-1");
  state.at = index;
  state.beside = beside;
  state.hovered = null;
  const element = group(index);
  element.setAttribute("tabindex", "0");
  if (focus) {
    element.focus({ preventScroll: true });
    stage.reveal(element);
  }
  updateRing();
  updateDetail();
};

/** @param {number} tile */
const hoverTile = (tile) => {
  state.hovered = { index: -1, col: -1, row: -1, tile, code: 4 * tile, rot: 0, sides: puzzle.tiles[tile] };
  updateDetail();
};

const updateDetail = () => {
  const chosen = [state.at, state.beside].flatMap((index) => (index === null ? [] : [cellAt(index)]));
  showDetails(state.hovered ? [state.hovered] : chosen, board(), state.highlight, { colour: highlightColour, tiles: highlightTiles });
};

/** @param {number} colour */
const highlightColour = (colour) => {
  state.highlight = state.highlight.colour === colour ? {} : { colour };
  updateHighlight();
};

/** @param {number} tile */
const highlightTiles = (tile) => {
  state.highlight = state.highlight.tiles?.has(tile) ? {} : { tiles: new Set(puzzle.identical(tile)) };
  updateHighlight();
};

const updateHighlight = () => {
  const { colour, tiles } = state.highlight;
  applyHighlight();
  updateDetail();
  showUnplaced(board().sheet ? [] : unplaced(puzzle, board().laid), hoverTile, state.highlight, state.show);
  announce(colour !== undefined ? `colour ${colour} highlighted` : tiles ? `${counted(tiles.size, "tile")} highlighted` : "");
};

/** Dim everything but the highlighted colour or tiles. */
const applyHighlight = () => {
  const { colour, tiles } = state.highlight;
  const focus = /** @type {any} */ (document.activeElement?.closest?.("#legend .chip"))?.dataset.colour;
  legend(highlightColour, colour, state.show.sides === "numbers");
  if (focus !== undefined) find("legend").querySelector(`[data-colour="${focus}"]`)?.focus();
  const codes = board().laid;
  for (const cell of stage.drawing.querySelectorAll(".cell")) {
    const code = codes[cell.dataset.index];
    cell.classList.toggle("dim", tiles !== undefined && !(code >= 0 && tiles.has(puzzle.tileOf(code))));
    for (const side of cell.querySelectorAll("[data-colour]")) {
      side.classList.toggle("dim", colour !== undefined && Number(side.dataset.colour) !== colour);
    }
  }
};

const steps = () => {
  const many = boards.length;
  find("stepper").hidden = many < 2 || state.view === "tiles";
  find("number").value = state.index + 1;
  find("number").setAttribute("aria-label", `Board, of ${many}`);
  find("of").textContent = `of ${grouped(many)}`;
  find("stepper").title = boards[state.index]?.name ?? "";
  find("previous").disabled = state.index === 0;
  find("next").disabled = state.index >= many - 1;
};

/** @param {number} index */
const go = (index) => {
  const wanted = Math.min(boards.length - 1, Math.max(0, index));
  if (!Number.isInteger(wanted) || wanted === state.index || state.view === "tiles") return steps();
  state.before = state.index;
  state.index = wanted;
  draw();
  return announce(`${boards[wanted].name}, ${counted(changed().size, "square")} changed`);
};

/** @param {import("./viewed.js").Board} now */
const links = (now) => {
  find("share").hidden = Boolean(now.sheet);
  find("links").replaceChildren(...(now.links ?? []).map(([title, address]) =>
    make("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, `open in ${title}`)));
};

/** @param {string} id */
const cycle = (id) => {
  const inputs = [...find(id).querySelectorAll("input")];
  inputs[(inputs.findIndex((input) => input.checked) + 1) % inputs.length]?.click();
};

const toNextBroken = () => {
  const places = [...new Set(board().broken.map(([col, row]) => row * puzzle.cols + col))].sort((one, other) => one - other);
  if (places.length) select(places.find((index) => index > (state.at ?? -1)) ?? places[0], true);
};

const HELP = [
  ["← ↑ → ↓", "to the next square; outside the board ← and → step through the boards"],
  ["Home End", "to the first and last square of the row"],
  ["Page Up, Page Down", "previous and next board"],
  ["Enter", "highlight the tile and its identical tiles"],
  ["+ − 0", "larger, smaller, fit"],
  ["M", "to the next square with a violation"],
  ["N, C", "change the labels of sides, of centres"],
  ["V", "the board or the tiles"],
  ["T", "light or dark"],
  ["Esc", "clear the highlight"],
];

/** @type {Record<string, () => void>} */
const ACTIONS = {
  "+": () => find("in").click(), "=": () => find("in").click(), "-": () => find("out").click(), "0": () => stage.scale(1),
  m: toNextBroken, n: () => cycle("sides"), c: () => cycle("centre"), v: () => cycle("views"), t: toggleTheme,
  "?": () => openDialog("help"),
  PageUp: () => go(state.index - 1), PageDown: () => go(state.index + 1),
  Escape: () => { state.highlight = {}; state.hovered = null; updateRing(); updateHighlight(); },
};

/** @param {KeyboardEvent} event */
const onKey = (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || find("help").open) return;
  const element = /** @type {any} */ (event.target);
  const typing = element.matches("#number, input[type=radio]");
  const cell = element.closest?.(".cell");
  const { key } = event;
  const target = cell ? targetOf(key, board().laid, size(board())[0], Number(cell.dataset.index)) : -1;
  let done = true;
  if (target >= 0) select(target, true);
  else if (cell && (key === "Enter" || key === " ")) {
    const { tile } = cellAt(Number(cell.dataset.index));
    if (tile !== null) highlightTiles(tile);
  } else if (!typing && (key === "ArrowLeft" || key === "ArrowRight")) go(state.index + (key === "ArrowLeft" ? -1 : 1));
  else if (ACTIONS[key] && !(typing && key.length === 1)) ACTIONS[key]();
  else if (!typing && ACTIONS[key.toLowerCase()]) ACTIONS[key.toLowerCase()]();
  else done = false;
  if (done) event.preventDefault();
};

const listenToBoard = () => {
  const table = find("table");
  /** @param {Event} event @returns {string | undefined} */
  const indexOf = (event) => /** @type {any} */ (event.target).closest?.(".cell")?.dataset.index;
  table.addEventListener("click", (/** @type {Event} */ event) => {
    if (stage.frame.classList.contains("dragging")) return;
    const mark = /** @type {any} */ (event.target).closest?.(".clash");
    if (mark) {
      const [index, side] = [Number(mark.dataset.square), Number(mark.dataset.side)];
      const there = puzzle.neighbours[index][side];
      select(index, true, there < 0 ? null : there);
    } else if (indexOf(event) !== undefined) select(Number(indexOf(event)), true);
  });
  table.addEventListener("focusin", (/** @type {Event} */ event) => {
    if (indexOf(event) !== undefined && Number(indexOf(event)) !== state.at) select(Number(indexOf(event)));
  });
  table.addEventListener("pointerover", (/** @type {PointerEvent} */ event) => {
    if (event.pointerType === "touch" || indexOf(event) === undefined) return;
    state.hovered = cellAt(Number(indexOf(event)));
    updateRing();
    updateDetail();
  });
  table.addEventListener("pointerleave", () => {
    state.hovered = null;
    updateRing();
    updateDetail();
  });
};

const begin = () => {
  setPalette(data.paints, data.motifs);
  /** @param {"sides" | "centre"} key */
  const labelling = (key) => (/** @type {string} */ value) => { state.show[key] = value; draw(); };
  choice("sides", { numbers: "Numbers", patterns: "Patterns", nothing: "Plain" }, state.show.sides, labelling("sides"));
  choice("centre", { nothing: "Plain", tile: "Tile", turn: "Turn", place: "Square" }, "nothing", labelling("centre"));
  find("views").hidden = !boards.length;
  if (boards.length) {
    choice("views", { board: "Board", tiles: "Tiles" }, "board", (value) => {
      Object.assign(state, { view: value, before: null, at: null, beside: null, hovered: null });
      draw();
    });
    const names = { mismatches: "mark mismatches", clues: "mark clues", changes: "mark squares that changed" };
    const useful = { mismatches: true, clues: data.clues.length > 0, changes: boards.length > 1 };
    for (const name of /** @type {(keyof typeof names)[]} */ (Object.keys(names))) {
      if (!useful[name]) continue;
      find("switches").append(make("label", {}, make("input", { type: "checkbox", id: name, checked: true,
        onchange: (/** @type {any} */ event) => { state.show[name] = event.target.checked; draw(); } }), names[name]));
    }
  }
  listKeys(HELP);
  find("previous").onclick = () => go(state.index - 1);
  find("next").onclick = () => go(state.index + 1);
  find("number").onchange = (/** @type {any} */ event) => go(Number(event.target.value) - 1);
  find("save").onclick = () => download(writeSol(puzzle, board().laid), fileName(board().name, "sol"));
  find("copy").onclick = () => copy(writeSol(puzzle, board().laid), find("copy"));
  find("theme").onclick = toggleTheme;
  find("ask").onclick = () => openDialog("help");
  document.addEventListener("keydown", onKey);
  listenToBoard();
  stage.listen();
  stage.drag();
  foldLegend();
  draw();
};

begin();
