// The table: a board, a tray, a hand. This module joins the others; what they know stays theirs.

import { Assist } from "./assist.js";
import { BoardView } from "./boardview.js";
import { check } from "./checker.js";
import { announce, choice, copy, download, fileName, find, listKeys, make, openDialog, toggleTheme } from "./dom.js";
import { setLooks, setPalette } from "./drawing.js";
import { unpacked, WorkerEngine } from "./engine.js";
import { Fitting } from "./fitting.js";
import { cellOf, Game } from "./game.js";
import { Hands } from "./hands.js";
import { pngFile, svgFile } from "./image.js";
import { decode, encode, keyOf, travels } from "./link.js";
import { planted } from "./planting.js";
import { counted, EMPTY, grouped, Puzzle, rowName, targetOf, WORDS, writeSol } from "./puzzle.js";
import { Scanner } from "./scan.js";
import { Stage } from "./stage.js";
import { Shared, keep, onKept, recall } from "./storage.js";
import { isLink, readBoard, readPuz, seemsPuzzle, TextError, writeLink, writePuz } from "./texts.js";
import { Tray } from "./tray.js";

/**
 * @typedef {object} Entry a puzzle of the page
 * @property {string} name
 * @property {Puzzle} puzzle
 * @property {Map<number, number>} given
 * @property {number[]} laid the board to begin with
 * @property {string} [level] the class of its difficulty
 * @property {boolean} [added] whether it came later: made, pasted, or by a link
 */

const data = JSON.parse(find("data").textContent);
/** @type {Entry[]} */
const entries = data.puzzles.map((/** @type {any} */ each) =>
  ({ name: each.name, level: each.level, puzzle: new Puzzle(each), given: new Map(each.given), laid: each.laid ?? [] }));

const settings = { sides: "patterns", centre: "nothing", mismatches: false, turnToFit: true, showFits: false, light: false, clock: false, theme: "", ...recall("settings") };

const stage = new Stage(find("stage"), find("table"));

const state = {
  entry: entries[0],
  game: new Game(entries[0].puzzle),
  view: new BoardView(entries[0].puzzle, stage),
  tray: new Tray(entries[0].puzzle, () => {}),
  marked: /** @type {number | null} */ (null),
  /** The code in hand, or -1. */
  hand: EMPTY,
  marks: /** @type {import("./boardview.js").Marks} */ ({}),
  seconds: 0,
  solved: false,
  /** The game as it is kept. */
  shared: new Shared(""),
};

/** @returns {import("./drawing.js").Look} */
const look = () => ({ sides: settings.sides, centre: settings.centre });

// ---- drawing ----

/** Draw what depends on the board, beside the squares themselves. */
const refresh = () => {
  const { game } = state;
  const report = check(state.entry.puzzle, game.laid, game.given);
  const left = game.unplaced;
  const placed = state.entry.puzzle.size - report.missing;
  const solved = report.solved;
  const parts = [make("span", { id: "score" }, `${placed} of ${state.entry.puzzle.size}`), " tiles placed"];
  if (solved) parts.push(" · ", make("b", { class: "good" }, "solved"));
  else if (settings.mismatches && report.violations.length) {
    parts.push(" · ", make("b", { class: "bad" }, counted(report.violations.length, "broken condition")));
  } else if (!report.missing) parts.push(" · ", make("b", {}, "not solved"));
  find("verdict").replaceChildren(...parts);
  const won = solved && !state.solved;
  state.solved = solved;
  if (!solved) praise(false);
  showMarks(report);
  drawTray(left);
  const undo = game.steps[game.at - 1];
  const redo = game.steps[game.at];
  button("undo", !undo, undo ? `Undo: ${undo.kind} (U)` : "Undo (U)");
  button("redo", !redo, redo ? `Redo: ${redo.kind} (Y)` : "Redo (Y)");
  buttons();
  showLight();
  return won;
};

/** Whether the board can be completed, beside the score, once that is known; nothing is announced. */
const showLight = async () => {
  const light = find("light");
  light.textContent = "";
  const works = settings.light && !state.solved ? await assist.light() : null;
  if (works === null || !settings.light) return;
  light.className = works ? "good" : "bad";
  light.textContent = works ? "can be completed" : "cannot be completed";
};

/** Light the tiles in the tray that match a side on the board. @param {any} event */
const showMates = (event) => {
  const { colour } = event.target.dataset;
  const mates = Number(colour) ? state.entry.puzzle.meeting(Number(colour)).map((each) => `:has([data-colour="${each}"])`) : [];
  for (const option of find("tray").children) option.classList.toggle("mate", mates.length > 0 && option.matches(`:is(${mates})`));
};

/** A wave over the tiles, where motion is welcome, and words in place of the tools. @param {boolean} shown */
const praise = (shown) => {
  const { cols, rows } = state.entry.puzzle;
  if (shown) for (const [index, group] of state.view.groups.entries()) {
    const [col, row] = state.entry.puzzle.place(index);
    group?.style.setProperty("--after", `${Math.round((WAVE * (col + row)) / (cols + rows))}ms`);
  }
  document.body.classList.toggle("won", shown);
  find("won").hidden = !shown;
};

const WAVE = 900; // milliseconds

/** A board that was solved deserves a moment. @param {string} words what was done */
const celebrate = async (words) => {
  const { entry, game } = state;
  const byHand = !game.steps.slice(0, game.at).some(({ kind }) => BY_OTHERS.includes(kind));
  const seconds = Math.max(1, state.seconds);
  const said = byHand ? `Solved in ${minutes(seconds)}. Every tile is in place.` : "Solved. Every tile is in place.";
  announce(`${words}. ${said}`);
  find("wonwords").textContent = byHand ? `Solved in ${minutes(seconds)}` : "Solved";
  find("meanwhile").textContent = "";
  praise(true);
  const pace = byHand ? await assist.pace() : null;
  if (pace === null || state.entry !== entry || !state.solved) return;
  const times = Math.floor(seconds / pace);
  find("meanwhile").textContent = times < 2 ? `Your computer needs ${pace.toFixed(1)} s.` : `Your computer could have solved it ${grouped(times)} times by now.`;
};

/** Steps that lay what others have found. */
const BY_OTHERS = ["finish", "link", "read"];

/** @param {string} id @param {boolean} disabled @param {string} title */
const button = (id, disabled, title) => {
  const element = find(id);
  disable(element, disabled);
  element.title = title;
};

/** A button that is disabled hands the keyboard on to the next one, or to the marked square. @param {any} element @param {boolean} disabled */
const disable = (element, disabled) => {
  const held = disabled && element === document.activeElement;
  element.disabled = disabled;
  if (!held) return;
  const others = [...element.parentElement.querySelectorAll("button:not(:disabled)")];
  (others[0] ?? document.querySelector("#board .cell[tabindex='0']"))?.focus();
};

/** What can be done with the marked square. */
const buttons = () => {
  const { game, marked, hand } = state;
  const { puzzle } = state.entry;
  const code = marked === null ? EMPTY : game.code(marked);
  const locked = marked !== null && game.locked(marked);
  const moved = hand >= 0 || locked ? hand : code;
  disable(find("turn"), moved < 0 || !mayTurn(moved));
  disable(find("over"), moved < 0 || puzzle.turnOver(moved) === moved);
  disable(find("lift"), hand < 0 && (code < 0 || locked));
  disable(find("lock"), code < 0 || (marked !== null && game.given.has(marked)));
  find("lock").setAttribute("aria-pressed", String(locked));
};

/** @param {import("./checker.js").Report} [report] */
const showMarks = (report = check(state.entry.puzzle, state.game.laid, state.game.given)) => {
  const { game, hand } = state;
  const fits = hand >= 0 && settings.showFits ? new Fitting(state.entry.puzzle, without(game.laid, hand)).squaresFor(tileOf(hand)) : [];
  state.view.mark(game, look(), { fits, ...state.marks, clashes: settings.mismatches ? report.marks : [] });
};

/** @param {number} code */
const tileOf = (code) => state.entry.puzzle.tileOf(code);

/** Whether a tile may lie in another rotation. @param {number} code */
const mayTurn = (code) => state.entry.puzzle.turn(code, 1) !== code;

/** The board without the tile in hand. @param {number[]} laid @param {number} code */
const without = (laid, code) => laid.map((each) => (each >= 0 && tileOf(each) === tileOf(code) ? EMPTY : each));

/** The board comes first, and the tray with the next frame. */
let painted = false;

/** @param {number[]} [left] */
const drawTray = (left = state.game.unplaced) => {
  if (!painted) return;
  const { tray, marked, game } = state;
  const fits = tray.fits && marked !== null && game.code(marked) === EMPTY ? new Fitting(state.entry.puzzle, game.laid).on(marked) : null;
  tray.draw({ unplaced: left, hand: state.hand, fits: tray.fits && fits === null ? [] : fits, look: look() });
  if (tray.fits && fits === null) find("none").textContent = "Mark an empty square to see its tiles here.";
  find("fits").setAttribute("aria-pressed", String(tray.fits));
};

/** @param {number[]} squares that have changed @param {string} words */
const changed = (squares, words) => {
  if (!squares.length) return;
  notice("");
  redraw(squares, words);
  save();
};

/** @param {number[]} squares @param {string} words */
const redraw = (squares, words) => {
  const { game, hand } = state;
  if (hand >= 0 && squares.some((index) => game.code(index) >= 0 && tileOf(game.code(index)) === tileOf(hand))) state.hand = EMPTY;
  state.view.update(state.game, look(), squares);
  state.marks = {};
  assist.boardChanged();
  if (refresh()) celebrate(words);
  else announce(words);
};

const drawAll = () => {
  document.body.dataset.sides = settings.sides;
  state.view.draw(state.game, look());
  state.view.point(state.marked);
  refresh();
};

// ---- what a person does ----

/** @param {number} index */
const place = (index) => state.entry.puzzle.name(index);

/** @param {number} code */
const tileName = (code) => state.entry.puzzle.spokenName(code);

/** @param {number | null} index @param {boolean} [focus] */
const mark = (index, focus = false) => {
  state.marked = index;
  state.view.point(index);
  if (index !== null && focus) {
    state.view.groups[index].focus({ preventScroll: true });
    stage.reveal(state.view.groups[index]);
  }
  buttons();
  if (state.tray.fits) drawTray();
};

/** @param {number} code */
const take = (code) => {
  state.hand = code;
  if (code >= 0) announce(`${tileName(code)} in hand`);
  drawTray();
  showMarks();
  buttons();
};

/** Lay a code on a square; turned so that it fits, if that is set. @param {number} code @param {number} index @param {boolean} [turning] */
const lay = (code, index, turning = settings.turnToFit) => {
  const { game, entry } = state;
  const fitting = new Fitting(entry.puzzle, without(game.laid, code));
  const turned = turning ? fitting.best(code, index) : code;
  const { matched, all } = fitting.score(turned, index);
  const squares = game.lay(index, turned);
  if (!squares.length) return announce(game.locked(index) ? "there is a locked tile" : "nothing has changed");
  state.hand = EMPTY;
  mark(index);
  changed(squares, `${tileName(turned)} placed on ${place(index)}${all ? `: ${matched} of ${all} sides match` : ""}`);
};

/** What a tile does not do that a person wants: to turn, or to be turned over. */
const REFUSED = {
  turn: () => (state.entry.puzzle.turning ? "this tile may not be rotated" : "no tile may be rotated"),
  turnOver: () => (state.entry.puzzle.flipping ? "this tile may not be flipped" : "no tile may be flipped"),
};

/** Turn the tile on a square, or turn it over. @param {number} index @param {"turn" | "turnOver"} [deed] @param {number} [quarters] */
const turn = (index, deed = "turn", quarters = 1) => {
  if (state.game.locked(index)) return announce("there is a locked tile");
  const squares = state.game[deed](index, quarters);
  if (!squares.length) return announce(REFUSED[deed]());
  const code = state.game.code(index);
  const { matched, all } = new Fitting(state.entry.puzzle, without(state.game.laid, code)).score(code, index);
  changed(squares, `${deed === "turn" ? "rotated" : "flipped"}${all ? `: ${matched} of ${all} sides match` : ""}`);
};

/** The same with the tile in hand. @param {"turn" | "turnOver"} deed @param {number} quarters */
const turnHand = (deed, quarters = 1) => {
  const { puzzle } = state.entry;
  const code = puzzle[deed](state.hand, quarters);
  if (code === state.hand) return announce(REFUSED[deed]());
  state.hand = code;
  state.tray.turn(code, look());
  drawTray();
  announce(`${tileName(code)}: ${puzzle.shown(code)}`);
};

/** @param {number} index @param {boolean} focus whether keys go to the square then */
const tap = (index, focus) => {
  const { game, hand } = state;
  const there = game.code(index);
  if (hand >= 0 && (hand !== there || mayTurn(hand))) lay(hand, index);
  else {
    mark(index);
    // A tap picks up a fixed tile, or puts it back.
    if (hand >= 0) take(EMPTY);
    else if (there >= 0 && !game.locked(index)) (mayTurn(there) ? turn(index) : take(there));
    else announce(state.view.words(game, index));
  }
  if (focus) state.view.groups[index].focus({ preventScroll: true });
};

/** @param {number} index */
const lock = (index) => {
  const squares = state.game.toggleLock(index);
  changed(squares, state.game.locked(index) ? "locked" : "unlocked");
};

/** @param {number} index */
const lift = (index) => {
  if (state.game.locked(index)) announce("there is a locked tile");
  else changed(state.game.lift(index), `tile removed from ${place(index)}`);
};

const liftMarked = () => {
  if (state.hand >= 0) take(EMPTY);
  else if (state.marked !== null) lift(state.marked);
};

/** @param {"turn" | "turnOver"} [deed] @param {number} [quarters] */
const turnMarked = (deed = "turn", quarters = 1) => {
  if (state.hand >= 0) turnHand(deed, quarters);
  else if (state.marked !== null && state.game.code(state.marked) >= 0) turn(state.marked, deed, quarters);
};

/** @param {"undo" | "redo"} deed @param {string} words */
const retrace = (deed, words) => {
  const step = state.game[deed]();
  if (step) changed(step.changes.map(([index]) => index), `${words}: ${step.kind}`);
};
const undo = () => retrace("undo", "undone");
const redo = () => retrace("redo", "done again");

/** The next tile that fits the marked square, in hand. @param {number} step */
const nextFitting = (step) => {
  const { marked, game } = state;
  if (marked === null) return;
  const codes = new Fitting(state.entry.puzzle, game.laid).on(marked).filter((code) => game.squareOf(tileOf(code)) !== marked);
  if (!codes.length) return announce("no remaining tile fits here");
  const at = codes.indexOf(state.hand);
  const code = codes[at < 0 && step < 0 ? codes.length - 1 : (at + step + codes.length) % codes.length];
  take(code);
  announce(`${tileName(code)}, ${state.entry.puzzle.shown(code)}: ${codes.indexOf(code) + 1} of ${codes.length} that fit`);
};

const bookmark = () => {
  state.game.bookmark(`${state.game.laid.filter((code) => code >= 0).length} tiles, step ${state.game.at}`);
  listBookmarks();
  announce("bookmark set");
  save();
};

const listBookmarks = () => {
  const { bookmarks } = state.game;
  find("bookmarks").replaceChildren(...bookmarks.map(({ name }, number) => make("li", {},
    make("button", { onclick: () => changed(state.game.open(number), `back at the bookmark: ${name}`) }, name),
    make("button", { class: "quiet", "aria-label": `Remove bookmark ${name}`, onclick: () => {
      bookmarks.splice(number, 1);
      listBookmarks();
      (find("bookmarks").querySelectorAll(".quiet")[Math.min(number, bookmarks.length - 1)] ?? find("bookmark")).focus();
      save();
    } }, "×"))));
  find("nobookmarks").hidden = bookmarks.length > 0;
};

// ---- several puzzles, and what is kept ----

/** The name of the game of a puzzle; one that begins with clues or a board is another game. @param {Entry} entry */
const keyName = ({ puzzle, given, laid }) => {
  const first = puzzle.blank.map((nothing, index) => given.get(index) ?? laid[index] ?? nothing);
  const begun = first.some((code) => code >= 0);
  return `table:${keyOf(puzzle).toString(36)}${begun ? `:${encode(puzzle, first, given, false)}` : ""}`;
};

/** Keep the game at once: a move in another window goes on from this one. */
const save = () => {
  const { seconds, solved } = state;
  const kept = state.shared.keep({ ...state.game.save(), seconds, solved });
  if (!kept && find("notkept").hidden) notice(find("notkept").textContent);
  find("notkept").hidden = kept;
};

/** Keep the seconds as well, unless this window was asleep while another one has kept a move. */
const leave = () => {
  if (!state.shared.stale) save();
};

/** Take over what another window has kept of the same puzzle, with all its steps: all windows show one game. */
const follow = () => {
  const { entry } = state;
  const saved = state.shared.news();
  if (!saved) return;
  const game = Game.load(entry.puzzle, entry.given, saved);
  if (!game) return;
  const squares = game.cells.flatMap((value, index) => (value === state.game.cells[index] ? [] : [index]));
  state.game = game;
  state.seconds = Number(saved.seconds) || 0;
  redraw(squares, "updated from another window");
  listBookmarks();
};

/** Put a puzzle on the table, as it was left. @param {Entry} entry */
const open = (entry) => {
  state.shared = new Shared(keyName(entry));
  const saved = state.shared.news();
  const game = saved && Game.load(entry.puzzle, entry.given, saved);
  state.entry = entry;
  state.game = game || new Game(entry.puzzle, entry.given, entry.laid);
  state.seconds = game ? Number(saved.seconds) || 0 : 0;
  state.solved = check(entry.puzzle, state.game.laid, entry.given).solved;
  state.view = new BoardView(entry.puzzle, stage);
  state.tray = new Tray(entry.puzzle, () => { state.tray.filters(); drawTray(); });
  state.marked = null;
  state.hand = EMPTY;
  state.marks = {};
  const { cols, rows, framed, signs, partners, paired, turning, flipping, spare } = entry.puzzle;
  setLooks(entry.puzzle);
  const { meeting, around } = entry.puzzle.rules;
  find("meeting").textContent = meeting;
  find("around").textContent = around;
  const turned = entry.puzzle.ways.map((codes) => codes.some(mayTurn));
  find("tapping").textContent = [...(turned.includes(true) ? ["rotate it"] : []), ...(turned.includes(false) ? ["pick it up"] : [])].join(", or, if it may not be rotated, to ");
  find("over").hidden = !flipping;
  find("title").textContent = entry.name;
  document.title = entry.name;
  find("subtitle").textContent = `${cols} x ${rows}, ${framed ? "framed" : "unframed"}${signs ? ", signed" : ""}, `
    + `${partners.length && paired ? "heads and tails, " : ""}${turning ? "" : "no rotation, "}`
    + `${entry.puzzle.tiles.length} tiles, ${spare ? `${spare} spare, ` : ""}${entry.puzzle.colours.filter((colour) => colour > 0).length} colours`
    + entry.puzzle.features.filter((feature) => feature !== "subset").map((feature) => `, ${data.features[feature]}`).join("");
  document.body.classList.toggle("large", Math.max(cols, rows) >= 12);
  stage.factor = 1;
  state.tray.filters();
  drawAll();
  listBookmarks();
  assist.reset();
  praise(false);
  notice("");
  showClock();
  links();
  if (entries.length > 1) keep("last", keyName(entry));
};

/** How far a puzzle is, as it was left. @param {Entry} entry */
const progress = (entry) => {
  const saved = recall(keyName(entry));
  const game = saved && Game.load(entry.puzzle, entry.given, saved);
  const laid = game ? game.laid.filter((/** @type {number} */ code) => code >= 0).length : entry.given.size;
  return { laid, solved: Boolean(game) && check(entry.puzzle, game.laid, entry.given).solved, seconds: game ? Number(saved.seconds) || 0 : 0 };
};

const listPuzzles = () => {
  find("puzzles").querySelector("h2").textContent = data.title || "Puzzles";
  find("list").replaceChildren(...entries.map((entry) => {
    const { laid, solved } = progress(entry);
    const words = solved ? "solved" : laid > entry.given.size ? `${laid} of ${entry.puzzle.size} placed` : "not begun";
    const known = [`${entry.puzzle.cols} x ${entry.puzzle.rows}`, ...(entry.level ? [entry.level] : []), words].join(" · ");
    return make("li", {}, make("button", { "aria-current": entry === state.entry ? "true" : null,
      onclick: () => { leave(); find("puzzles").close(); leaveLink(); open(entry); } },
    make("b", {}, entry.name), make("span", { class: solved ? "good" : "soft" }, known)),
    entry.added && entry !== state.entry ? make("button", { class: "quiet", "aria-label": `Remove ${entry.name}`, onclick: () => {
      entries.splice(entries.indexOf(entry), 1);
      keepAdded();
      listPuzzles();
    } }, "×") : null);
  }));
};

/** The list with how far each puzzle is, for a spreadsheet. */
const listAsCsv = () => {
  const rows = entries.map((entry) => {
    const { laid, solved, seconds } = progress(entry);
    const { cols, rows: down, size } = entry.puzzle;
    // A spreadsheet would calculate a name that begins like a formula.
    const name = entry.name.replace(/^'*[=+\-@]/, "'$&").replaceAll('"', '""');
    return [`"${name}"`, cols, down, entry.level ?? "", laid, size, solved ? "yes" : "no", seconds].join(",");
  });
  return ["puzzle,columns,rows,class,laid,squares,solved,seconds", ...rows, ""].join("\n");
};

/** The key of the list of puzzles that came to this page later. */
const ADDED = `added:${keyOf(entries[0].puzzle).toString(36)}`;
const MOST_ADDED = 50;

const keepAdded = () => {
  keep(ADDED, entries.filter(({ added }) => added).slice(-MOST_ADDED).map(({ name, puzzle }) => ({ name, puz: writePuz(puzzle) })));
  find("several").hidden = entries.length < 2;
};

/** @param {string} name @param {Puzzle} puzzle @returns {Entry} */
const add = (name, puzzle) => {
  const entry = { name, puzzle, given: new Map(), laid: [], added: true };
  entries.push(entry);
  return entry;
};

/** @param {Puzzle} puzzle */
const entryOf = (puzzle) => entries.find((each) => keyOf(each.puzzle) === keyOf(puzzle));

/** The entry of a puzzle that may be new to this page. @param {Puzzle} puzzle @param {string} origin */
const entryFor = (puzzle, origin) => {
  const known = entryOf(puzzle);
  const entry = known ?? add(`${puzzle.cols} x ${puzzle.rows}, ${origin}`, puzzle);
  if (!known) keepAdded();
  return entry;
};

/** The puzzles that came to this page when it was open before. */
const recallAdded = () => {
  for (const { name, puz } of recall(ADDED) ?? []) {
    try {
      const puzzle = readPuz(puz);
      if (!entryOf(puzzle)) add(name, puzzle);
    } catch { /* of another version */ }
  }
};

/** What a fragment of the address holds: a board, and perhaps its puzzle. @param {boolean} [again] whether the page may have had it before */
const openFragment = (again = false) => {
  const found = decode(location.hash.slice(1), entries.map(({ puzzle }) => puzzle));
  if (!found) {
    if (location.hash.length > 1) notice("This link is for a puzzle that is not on this page, or it was cut off.");
    return false;
  }
  const entry = entryFor(found.puzzle, "from a link");
  if (state.entry !== entry) open(entry);
  // A reloaded page continues where it was.
  const fragment = location.hash.slice(1);
  if (again && recall("fragment", "sessionStorage") === fragment && recall(keyName(entry))) return true;
  keep("fragment", fragment, "sessionStorage");
  const cells = found.laid.map((code, index) => cellOf(code, found.clues.has(index) || entry.given.has(index)));
  if (!state.game.holds(cells)) {
    notice("The board of this link does not keep the clues of this puzzle.");
    return true;
  }
  changed(state.game.show("link", cells), "showing the board of the link");
  return true;
};

// ---- in and out ----

/** @param {string} words */
const notice = (words) => {
  find("noticed").textContent = words;
  find("notice").hidden = !words;
  if (words) announce(words);
};

const links = () => {
  const sites = Object.entries(data.sites).filter(([host]) => host !== "eternity2.dev" || state.entry.puzzle.cols === state.entry.puzzle.rows);
  find("links").replaceChildren(...sites.map(([host, start]) => {
    const leaving = make("a", { href: "#", target: "_blank", rel: "noopener noreferrer" }, `open in ${host}`);
    // The link is made when it is followed, of the board as it is then.
    const renew = () => { leaving.href = writeLink(state.entry.puzzle, state.game.laid, start) ?? "#"; };
    leaving.onpointerdown = renew;
    leaving.onfocus = renew;
    leaving.hidden = writeLink(state.entry.puzzle, state.game.laid, start) === null;
    return leaving;
  }));
};

/** Copy a link to the board; of a page that is a file, the part that others can use. @param {any} button */
const share = (button) => {
  const { puzzle } = state.entry;
  const fragment = encode(puzzle, state.game.laid, state.game.clues, travels(puzzle));
  history.replaceState(null, "", `#${fragment}`);
  keep("fragment", fragment, "sessionStorage");
  const local = location.protocol === "file:";
  copy(local ? `#${fragment}` : location.href, button);
  if (local) notice("This page is a file that others cannot open, so only the link from # on was copied. “Open or paste” accepts it on any such page.");
};

/** The address is no longer that of a link, whose puzzle would come back when the page is loaded again. */
const leaveLink = () => {
  if (location.hash) history.replaceState(null, "", location.href.split("#", 1)[0]);
};

/** Put another puzzle on the table, unless it is one of those that are there. @param {Puzzle} puzzle @param {string} origin */
const openNew = (puzzle, origin) => {
  const entry = entryFor(puzzle, origin);
  leave();
  leaveLink();
  open(entry);
};

/** The squares of the puzzle to be made: one that is not checked is a hole. */
const shape = () => {
  const [cols, rows] = ["makecols", "makerows"].map((id) => Math.min(12, Number(find(id).value)));
  const squares = Array.from({ length: cols * rows }, (_, index) =>
    make("input", { type: "checkbox", checked: true, "aria-label": `${rowName(Math.floor(index / cols))}${index % cols + 1}` }));
  find("makeshape").replaceChildren(...squares);
  find("makeshape").style.gridTemplateColumns = `repeat(${cols}, auto)`;
};

/** A puzzle by lot, as the dialog says. */
const plant = () => {
  const [cols, rows, colours] = ["makecols", "makerows", "makecolours"].map((id) => Number(find(id).value));
  const wrong = ["makecols", "makerows", "makecolours"].find((id) => !find(id).checkValidity());
  if (wrong) return find(wrong).reportValidity();
  const squares = [...find("makeshape").children];
  const holes = squares.flatMap((square, index) => (square.checked ? [] : [index]));
  const open = WORDS.filter((side) => !find(`make${side}`).checked);
  if (holes.length === squares.length) return;
  openNew(planted({ cols, rows, colours, holes, open }), "made here");
  find("planting").close();
  showTab("tiles");
  notice("It has at least one solution. “Copy link”, under More, shares the puzzle.");
};

/** @param {string} text */
const readText = (text) => {
  const fragment = /#([\w-]{8,})$/.exec(text.trim())?.[1];
  if (fragment && decode(fragment, entries.map(({ puzzle }) => puzzle))) {
    history.replaceState(null, "", `#${fragment}`);
    openFragment();
    return;
  }
  if (/^(https?|file):|^#/.test(text.trim()) && !isLink(text)) {
    throw new TextError("this link is for a puzzle that is not on this page, or it was cut off");
  }
  if (seemsPuzzle(text)) return openNew(readPuz(text), "pasted");
  const laid = readBoard(text, state.entry.puzzle, state.entry.given);
  const given = [...state.entry.given].find(([index, code]) => laid[index] >= 0
    && state.entry.puzzle.canonical(laid[index]) !== state.entry.puzzle.canonical(code));
  if (given) throw new TextError(`${place(given[0])} does not have the tile of its clue`);
  const clues = new Set([...state.entry.given.values()].map(tileOf));
  const whole = laid.map((code, index) => state.entry.given.get(index) ?? (code >= 0 && clues.has(tileOf(code)) ? EMPTY : code));
  changed(state.game.show("read", whole.map((code, index) => cellOf(code, state.entry.given.has(index)))), "showing the board");
};

const paste = () => {
  const text = find("pasted").value;
  /** @type {string[]} */
  const found = [...new Set(text.split(/\s+/).filter((/** @type {string} */ word) => isLink(word) || /#[\w-]{8,}$/.test(word)))];
  try {
    readText(found.length > 1 ? found[found.length - 1] : text);
    find("paste").close();
    find("pasted").value = "";
    find("pasteerror").textContent = "";
    if (found.length > 1) notice(`The text has ${found.length} links: the last one is shown.`);
  } catch (error) {
    find("pasteerror").textContent = error instanceof TextError ? `${error.message}.` : String(error);
  }
};

// ---- settings ----

const showClock = () => {
  find("clock").hidden = !settings.clock;
  find("clock").textContent = minutes(state.seconds);
};

/** Minutes and seconds. @param {number} seconds */
const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

const set = (/** @type {Partial<typeof settings>} */ change) => {
  Object.assign(settings, change);
  keep("settings", settings);
};

/** @param {string} name */
const showTab = (name) => {
  for (const tab of find("tabs").children) {
    const own = tab.dataset.tab === name;
    tab.setAttribute("aria-selected", String(own));
    tab.tabIndex = own ? 0 : -1;
    find(tab.dataset.tab).hidden = !own;
  }
};

// ---- keys ----

const HELP = [
  ["← ↑ → ↓ Home End", "from square to square, or from tile to tile in the tray"],
  ["Enter", "on a square: place the tile in hand, pick up its tile, or go to the tray; in the tray: pick up the tile"],
  ["R, Shift R, Space", "rotate clockwise, anticlockwise"],
  ["O", "flip it, if tiles may be flipped"],
  ["Delete", "remove the tile"],
  ["L", "lock it, or unlock it"],
  ["N, P", "take the next or previous tile that fits the marked square"],
  ["H", "show tiles that fit the marked square"],
  ["F", "show where the tile in hand fits, on or off"],
  ["U or Ctrl Z, Y", "undo, redo"],
  ["B", "set a bookmark"],
  ["W", "does it still work?"],
  ["T, G", "to the tray, to the board"],
  ["M", "mark mismatches on or off"],
  ["+ − 0", "larger, smaller, fit"],
  ["Esc", "put the tile in hand down"],
];

/** Move in the tray. @param {string} key @param {any} option */
const moveInTray = (key, option) => {
  const options = state.tray.visible;
  const at = options.indexOf(option);
  const box = option.getBoundingClientRect();
  const line = options.filter((each) => Math.abs(each.getBoundingClientRect().top - box.top) < 4).length;
  const sideways = getComputedStyle(find("tray")).gridAutoFlow.startsWith("column");
  const column = sideways ? options.filter((each) => Math.abs(each.getBoundingClientRect().left - box.left) < 4).length : 1;
  /** @type {Record<string, number>} */
  const steps = sideways ? { ArrowLeft: -column, ArrowRight: column, ArrowUp: -1, ArrowDown: 1 }
    : { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -line, ArrowDown: line };
  const wanted = key === "Home" ? 0 : key === "End" ? options.length - 1 : at + (steps[key] ?? 0);
  const target = options[Math.max(0, Math.min(options.length - 1, wanted))];
  state.tray.stopAt(target);
  target.focus();
};

const toBoard = () => {
  mark(state.marked ?? state.view.pointed, true);
};

const toTray = () => {
  showTab("tiles");
  state.tray.stop?.focus();
};

/** @param {number} index */
const enter = (index) => {
  const { game, hand } = state;
  if (hand >= 0) lay(hand, index);
  else if (game.code(index) >= 0 && !game.locked(index)) take(game.code(index));
  else if (game.code(index) < 0) toTray();
};

/** @type {Record<string, () => void>} */
const KEYS = {
  "+": () => find("in").click(), "=": () => find("in").click(), "-": () => find("out").click(), "0": () => stage.scale(1),
  r: () => turnMarked(), R: () => turnMarked("turn", -1), " ": () => turnMarked(), o: () => turnMarked("turnOver"), Delete: liftMarked, Backspace: liftMarked,
  l: () => { if (state.marked !== null) lock(state.marked); },
  n: () => nextFitting(1), p: () => nextFitting(-1),
  h: () => { state.tray.fits = !state.tray.fits; showTab("tiles"); drawTray(); announce(find("number").textContent); },
  u: undo, z: undo, y: redo, b: bookmark, w: () => { showTab("helping"); find("works").click(); },
  t: toTray, g: toBoard, m: () => find("mismatches").click(), f: () => find("showFits").click(), "?": () => openDialog("help"),
  Escape: () => { if (!hands.abandon()) take(EMPTY); },
};

/** @param {KeyboardEvent} event */
const onKey = (event) => {
  const element = /** @type {any} */ (event.target);
  if (document.querySelector("dialog[open]") || element.matches("input, select, textarea")) return;
  if (event.ctrlKey || event.metaKey) {
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) redo();
    else undo();
    return;
  }
  if (event.altKey) return;
  const cell = element.closest?.("#board .cell");
  const option = element.closest?.("#tray [role=option]");
  const tab = element.closest?.("[role=tab]");
  const { key } = event;
  const target = cell ? targetOf(key, state.game.laid, state.entry.puzzle.cols, Number(cell.dataset.index)) : -1;
  if (tab && (key === "ArrowLeft" || key === "ArrowRight")) {
    const tabs = [...find("tabs").children];
    const next = tabs[(tabs.indexOf(tab) + (key === "ArrowRight" ? 1 : tabs.length - 1)) % tabs.length];
    showTab(next.dataset.tab);
    next.focus();
  } else if (target >= 0) mark(target, true);
  else if (cell && key === "Enter") enter(Number(cell.dataset.index));
  else if (option && /^(Arrow|Home$|End$)/.test(key)) moveInTray(key, option);
  else if (option && key === "Enter") {
    take(Number(option.dataset.code));
    toBoard();
  } else if (option && [" ", "r", "R", "o", "O"].includes(key)) {
    if (state.hand < 0 || tileOf(state.hand) !== Number(option.dataset.tile)) state.hand = Number(option.dataset.code);
    turnHand(key.toLowerCase() === "o" ? "turnOver" : "turn", key === "R" ? -1 : 1);
  } else if (element.matches("button, summary, a") && (key === " " || key === "Enter")) return;
  else if (KEYS[key] ?? KEYS[key.toLowerCase()]) (KEYS[key] ?? KEYS[key.toLowerCase()])();
  else return;
  event.preventDefault();
};

// ---- the beginning ----

/** @param {string} id */
const packedText = (id) => String(find(id).textContent);

/** The engine stands at the end of the page, which may be read still. */
const whole = document.readyState === "loading" ? new Promise((resolve) => { addEventListener("DOMContentLoaded", resolve); }) : null;

const port = data.engine ? new WorkerEngine({
  get script() { return packedText("engine-script"); },
  get binary() { return packedText("engine-binary"); },
}) : null;

/** @type {Scanner | undefined} */
let scanning;
const scanner = () => (scanning ??= new Scanner(packedText("scan")));

/** @type {Promise<any> | null} */
let everyRules = null;
/** @param {Puzzle} puzzle */
const rulesOf = async (puzzle) => {
  await whole;
  everyRules ??= unpacked(packedText("rules")).json();
  const { framed, rim, signs } = puzzle;
  const name = `${framed || rim.size ? "framed" : "decision"}${signs ? "+signed" : ""}`;
  const { texts, programs } = await everyRules;
  return /** @type {import("./helper.js").Rules} */ (Object.fromEntries(Object.entries(programs[name]).map(([part, numbers]) =>
    [part, numbers.map((/** @type {number} */ number) => texts[number]).join("\n\n")])));
};

const assist = new Assist({
  get game() { return state.game; },
  get marked() { return state.marked; },
  get look() { return look(); },
  mark: (marks) => { state.marks = marks; showMarks(); },
  select: (index) => { mark(index); stage.reveal(state.view.groups[index]); },
  act: (words, deed) => changed(deed(), words),
  rest: () => showLight(),
}, data.engine ? rulesOf : null, port, data.engine ? scanner : null);

const hands = new Hands(() => state.view, stage, {
  tap,
  tapTray: (code) => (state.hand >= 0 && tileOf(state.hand) === tileOf(code) && !state.tray.fits && mayTurn(code) ? turnHand("turn")
    : take(state.hand === code ? EMPTY : code)),
  hold: (index) => { mark(index); lock(index); },
  canHold: (index) => state.game.code(index) >= 0 && !state.game.given.has(index),
  codeAt: (index) => (state.game.locked(index) ? EMPTY : state.game.code(index)),
  drop: (code, index) => {
    const from = state.game.squareOf(tileOf(code));
    if (index === from) return;
    if (index >= 0) lay(code, index);
    else if (from >= 0) lift(from);
  },
  turn: (index, quarters) => {
    const code = state.game.code(index);
    if (state.hand >= 0) turnHand("turn", quarters);
    else if (index === state.marked && code >= 0 && mayTurn(code) && !state.game.locked(index)) turn(index, "turn", quarters);
    else return false;
    return true;
  },
});

const listen = () => {
  for (const [id, deed] of Object.entries({
    undo, redo, turn: () => turnMarked(), over: () => turnMarked("turnOver"), lift: liftMarked, bookmark, clear: () => changed(state.game.clear(), "all unlocked tiles removed: undo restores them"),
    lock: () => { if (state.marked !== null) lock(state.marked); },
    theme: () => set({ theme: toggleTheme() }), ask: () => openDialog("help"),
    savesol: () => download(writeSol(state.entry.puzzle, state.game.laid), fileName(state.entry.name, "sol")),
    savepuz: () => download(writePuz(state.entry.puzzle), fileName(state.entry.name, "puz")),
    savesvg: () => download(new Blob([svgFile(state.entry.puzzle, state.game.laid, look())], { type: "image/svg+xml" }), fileName(state.entry.name, "svg")),
    savepng: async () => {
      const blob = await pngFile(state.entry.puzzle, state.game.laid, look());
      if (blob) download(blob, fileName(state.entry.name, "png"));
      else notice("This browser hides drawings from pages, so it cannot save a PNG: save the picture as SVG.");
    },
    copylink: () => share(find("copylink")),
    copysol: () => copy(writeSol(state.entry.puzzle, state.game.laid), find("copysol")),
    openpaste: () => { find("pasteerror").textContent = ""; find("paste").showModal(); },
    dopaste: paste,
    openmake: () => { shape(); find("planting").showModal(); },
    domake: plant,
    savelist: () => download(listAsCsv(), fileName(data.title || "puzzles", "csv")),
    wonclose: () => praise(false),
    noticeclose: () => notice(""),
    wonlink: () => share(find("wonlink")),
    several: () => { leave(); listPuzzles(); find("puzzles").showModal(); },
  })) find(id).onclick = deed;
  for (const id of ["makecols", "makerows"]) find(id).onchange = shape;
  find("file").onchange = async () => {
    const [file] = find("file").files;
    if (file) find("pasted").value = await file.text();
  };
  for (const tab of find("tabs").children) tab.onclick = () => showTab(tab.dataset.tab);
  find("table").addEventListener("pointerover", showMates);
  find("table").addEventListener("pointerleave", showMates);
  find("table").addEventListener("focusin", (/** @type {any} */ event) => {
    const index = Number(event.target.closest?.(".cell")?.dataset.index ?? -1);
    if (index >= 0 && index !== state.marked) mark(index);
  });
  document.addEventListener("keydown", onKey);
  addEventListener("hashchange", () => openFragment());
  addEventListener("pagehide", leave);
  document.addEventListener("visibilitychange", () => { if (document.hidden) leave(); else follow(); });
  // Another window may just have saved a move: the next move continues from it.
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, follow, true);
  onKept((name) => { if (name === keyName(state.entry)) follow(); });
  setInterval(() => {
    if (document.hidden || state.solved) return;
    state.seconds += 1;
    if (settings.clock) showClock();
  }, 1000);
  choice("sides", { patterns: "Motifs", numbers: "Numbers", nothing: "Plain" }, settings.sides, (sides) => { set({ sides }); drawAll(); });
  choice("centre", { nothing: "Plain", tile: "Tile", turn: "Turn" }, settings.centre, (centre) => { set({ centre }); drawAll(); });
  for (const [id, name] of Object.entries({ mismatches: "mismatches", turnToFit: "turnToFit", showFits: "showFits", showLight: "light", timer: "clock" })) {
    find(id).checked = /** @type {any} */ (settings)[name];
    find(id).onchange = () => { set({ [name]: find(id).checked }); refresh(); showClock(); };
  }
  listKeys(HELP);
  stage.listen();
  hands.listen();
  assist.listen();
};

if (settings.theme) document.documentElement.dataset.theme = settings.theme;
setPalette(data.paints, data.motifs);
recallAdded();
find("several").hidden = entries.length < 2;
listen();
showTab("tiles");
const last = entries.find((entry) => keyName(entry) === recall("last"));
open(last ?? entries[0]);
const [arrival] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
openFragment(arrival?.type !== "navigate");
requestAnimationFrame(() => setTimeout(() => {
  painted = true;
  drawTray();
}));
