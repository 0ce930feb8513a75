// What can be asked about a board: each question is a program for the engine, and each answer is checked here.
//
// The rules are texts that edgeasp has rendered; here facts are added. No answer is "no" because time ran out.
// Where a scan square by square is expected to come to an end, it begins, and clingo joins in a little later: what answers
// first ends the other.

import { check, extended } from "./checker.js";
import { Cancelled } from "./engine.js";
import { Fitting, oneOfEach } from "./fitting.js";
import { boardOfAtoms, EMPTY, orientationOf, Puzzle } from "./puzzle.js";
import { FEW_SQUARES } from "./scan.js";
import { facts, placementFact } from "./texts.js";

/** @typedef {{whole: string, open: string, block: string, square: string, mend: string, subsets: string}} Rules */
/** @typedef {import("./engine.js").Port} Port */

/** The time for a question is over. */
export class TimeUp extends Error {}

/** An answer, or null where the time is over before. @template Result @param {() => Promise<Result>} ask @returns {Promise<Result | null>} */
export const inTime = async (ask) => {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof TimeUp) return null;
    throw error;
  }
};

/** What the engine says is wrong: a fault of the page, not of the board. */
export class Fault extends Error {}

/** How many squares are searched for one where all tiles but one lead nowhere, and the conflicts for each. */
const SQUARES = 5;
const EFFORT = 20000;

/** Milliseconds that a scan has alone, and those for one of many questions; those for clingo then, which ends with its worker. */
const ALONE = 400;
const SOON = 100;
const SOON_BY_CLINGO = 700;

/** Conflicts that a step towards the smallest clash may take to find a large set that stands. */
const GROWING = 3000;

/**
 * @typedef {object} Step the square to go on with
 * @property {number} index
 * @property {"one tile fits" | "a tile fits nowhere else" | "all other tiles lead nowhere" | "fewest tiles"} rule
 * @property {number[]} codes candidates of the square, as far as known
 * @property {number[]} fitting the tiles that fit there, one of those that are identical
 * @property {string} around
 * @property {boolean} compared whether all squares were tested, so that none is known to have fewer candidates
 *
 * @typedef {object} Known what is known of a square
 * @property {number[]} possible codes that some solution has there
 * @property {number[]} open codes of which that is not known
 * @property {number[]} impossible codes that fit there but are in no solution
 */

export class Helper {
  /** @param {Puzzle} puzzle @param {Rules} rules @param {Port} port @param {import("./scan.js").Scanner | null} [scanner] */
  constructor(puzzle, rules, port, scanner = null) {
    this.scanner = scanner;
    /** How many questions a scan has answered. */
    this.scans = 0;
    this.head = ALONE;
    this.stopped = false;
    this.puzzle = puzzle;
    this.rules = rules;
    this.port = port;
    /** What the engine was asked last. */
    this.asked = { program: "", options: "" };
    this.calls = 0;
    this.deadline = Infinity;
    /** Seconds that a hint may take for more than can be seen. */
    this.patience = 1.5;
    this.facts = facts(puzzle);
    /** @type {number[][]} solutions that are known */
    this.solutions = [];
    /** @type {number[][]} boards that cannot be completed */
    this.stuck = [];
  }

  /** Start the clock of a question. @param {number} seconds */
  begin(seconds) {
    this.deadline = performance.now() + 1000 * seconds;
    this.calls = 0;
    this.stopped = false;
  }

  /** Stop what runs. */
  cancel() {
    this.stopped = true;
    this.port.cancel();
  }

  /**
   * The answer of the compiled search if it is fast, else the first answer of that search or clingo.
   * @template Result
   * @param {import("./scan.js").Scan | null} scan
   * @param {number} most boards that are wanted
   * @param {(found: import("./scan.js").Found) => Result} read what a scan has found
   * @param {() => Promise<Result>} ask asks clingo
   * @returns {Promise<Result>}
   */
  async first(scan, most, read, ask) {
    const soon = scan && await this.alone(scan, most, this.head);
    if (soon) return read(soon);
    let goesOn = true;
    /** @type {import("./scan.js").Found | null} */
    let found = null;
    scan?.run(most, () => goesOn).then((result) => {
      if (!result || !goesOn) return;
      found = result;
      this.scans += 1;
      this.port.cancel();
    });
    try {
      const answer = await ask();
      return found ? read(found) : answer;
    } catch (error) {
      if (found && !this.stopped) return read(found);
      throw error;
    } finally {
      goesOn = false;
    }
  }

  /** What a scan finds within a time; null if it does not come to an end. @param {import("./scan.js").Scan} scan @param {number} most @param {number} milliseconds */
  async alone(scan, most, milliseconds) {
    const until = Math.min(performance.now() + milliseconds, this.deadline);
    const found = await scan.run(most, () => !this.stopped && performance.now() < until);
    if (this.stopped) throw new Cancelled("cancelled");
    if (found) this.scans += 1;
    else if (performance.now() >= this.deadline) throw new TimeUp("the time is over");
    return found;
  }

  /**
   * @param {string[]} parts texts of the program
   * @param {string} options
   * @param {(model: import("./engine.js").Model) => void} [onModel]
   */
  async ask(parts, options, onModel) {
    const program = parts.filter(Boolean).join("\n");
    const left = this.deadline - performance.now();
    if (left <= 0) throw new TimeUp("the time is over");
    this.asked = { program, options };
    this.calls += 1;
    let late = false;
    const timer = left === Infinity ? undefined : setTimeout(() => {
      late = true;
      this.port.cancel();
    }, left);
    try {
      const answer = await this.port.solve(program, options, onModel);
      if (answer.refused) throw new Fault(answer.messages || "clingo has refused the program");
      return answer;
    } catch (error) {
      if (late && error instanceof Cancelled) throw new TimeUp("the time is over");
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** @param {string} name @param {number[]} laid */
  placements(name, laid) {
    return laid.flatMap((code, index) => (code < 0 ? [] : [placementFact(this.puzzle, name, index, code)])).join("\n");
  }

  /** @param {number[]} squares */
  askedFacts(squares) {
    return squares.map((index) => `asked(${this.puzzle.place(index).map((place) => place + 1)}).`).join(" ");
  }

  /** A board that the engine gives has to be a solution with what lies; the rules are not asked. @param {number[]} laid @param {number[]} board */
  checked(laid, board) {
    if (!check(this.puzzle, board).solved || !extended(laid, board, this.puzzle)) {
      throw new Fault("the solver returned a board that the checker rejects");
    }
    if (!this.solutions.some((each) => extended(board, each, this.puzzle))) this.solutions.push(board);
    return board;
  }

  /** What can be said without a search: a verdict, or null. @param {number[]} laid */
  seen(laid) {
    if (this.solutions.some((each) => extended(laid, each, this.puzzle))) return true;
    if (this.stuck.some((each) => extended(each, laid, this.puzzle))) return false;
    return this.seenToClash(laid) ? false : null;
  }

  /** A solution with what lies; null if there is none. @param {number[]} laid @returns {Promise<number[] | null>} */
  async complete(laid) {
    const seen = this.seen(laid);
    if (seen === false) return null;
    const known = this.solutions.find((each) => extended(laid, each, this.puzzle));
    if (known) return known;
    if (!laid.includes(EMPTY)) return this.checked(laid, laid);
    const scan = await this.scanner?.begin(this.puzzle, laid, true) ?? null;
    const board = await this.first(scan, 1, ({ boards }) => boards[0] ?? null, async () => {
      const answer = await this.ask([this.facts, this.placements("clue", laid), this.rules.whole], "1 --heuristic=Domain");
      if (!answer.last && !answer.complete) throw new TimeUp("the search ended without an answer");
      return answer.last && boardOfAtoms(this.puzzle, answer.last.atoms);
    });
    if (board) return this.checked(laid, board);
    this.stuck.push([...laid]);
    return null;
  }

  /** The square to go on with; null if the board is complete or cannot be completed. @param {number[]} laid */
  async next(laid) {
    const fitting = new Fitting(this.puzzle, laid);
    const solution = await this.complete(laid);
    if (!solution) return { completable: false, step: null };
    if (!fitting.empty.length) return { completable: true, step: null };
    const step = seenStep(fitting);
    const forced = step.rule !== "fewest tiles";
    if (forced && step.codes.length === 1) return { completable: true, step };
    // What is seen is a hint as well.
    const searched = await this.within(
      1000 * this.patience, () => (forced ? this.goingOn(step, fitting, laid) : this.searchedStep(fitting, laid)),
    );
    return { completable: true, step: searched ?? step };
  }

  /** A step that was seen, without the ways of laying its tile that lead nowhere. @param {Step} step @param {Fitting} fitting @param {number[]} laid */
  async goingOn(step, fitting, laid) {
    const { possible, open } = await this.on(laid, step.index, fitting, EFFORT);
    return { ...step, codes: step.codes.filter((code) => possible.includes(code) || open.includes(code)) };
  }

  /** A square where all tiles but one lead nowhere, or else the one with the fewest that do not. @param {Fitting} fitting @param {number[]} laid */
  async searchedStep(fitting, laid) {
    /** @type {Step[]} */
    const steps = [];
    const squares = byFewest(fitting);
    for (const index of squares.slice(0, SQUARES)) {
      const { possible, open } = await this.on(laid, index, fitting, EFFORT);
      const codes = [...possible, ...open];
      if (oneOfEach(this.puzzle, codes).length === 1) return stepOn(fitting, index, "all other tiles lead nowhere", codes);
      steps.push(stepOn(fitting, index, "fewest tiles", codes, squares.length <= SQUARES));
    }
    const number = (/** @type {Step} */ step) => this.puzzle.tilesOf(step.codes).length;
    return steps.reduce((best, each) => (number(each) < number(best) ? each : best));
  }

  /**
   * The candidates of an empty square in solutions. Results are reported as they are found.
   * @param {number[]} laid @param {number} index @param {Fitting} [fitting] @param {number} [effort] conflicts; any number if 0
   * @param {(known: Known) => void} [onPart]
   * @returns {Promise<Known & {completable: boolean}>}
   */
  async on(laid, index, fitting = new Fitting(this.puzzle, laid), effort = 0, onPart = () => {}) {
    const report = (/** @type {Map<number, Known>} */ part) => part.forEach((known) => { onPart(known); });
    const [known] = (await this.scannedOn(laid, index, fitting) ?? await this.onEach(laid, [index], fitting, effort, report)).values();
    return { ...known, completable: known.possible.length > 0 || known.open.length > 0 };
  }

  /**
   * The same by scans, a tile after the other; null if one of them takes long.
   * @param {number[]} laid @param {number} index @param {Fitting} fitting
   * @returns {Promise<Map<number, Known> | null>}
   */
  async scannedOn(laid, index, fitting) {
    const { puzzle } = this;
    if (!this.scanner || this.seen(laid) === false) return null;
    /** The same for identical tiles that lie alike; others that look like them may lie in other ways. @param {number} code */
    const look = (code) => `${puzzle.sides(code).join()} ${puzzle.appearances[puzzle.tileOf(code)]}`;
    /** @type {Map<string, boolean>} */
    const verdicts = new Map();
    for (const code of fitting.on(index)) {
      if (verdicts.has(look(code))) continue;
      const verdict = await this.scanned(laid.map((each, at) => (at === index ? code : each)));
      if (verdict === null) return null;
      verdicts.set(look(code), verdict);
    }
    const possible = fitting.on(index).filter((code) => verdicts.get(look(code)));
    const impossible = fitting.on(index).filter((code) => !verdicts.get(look(code)));
    return new Map([[index, { possible, open: [], impossible }]]);
  }

  /**
   * The candidates of several empty squares in solutions. Results are reported as they are found.
   * @param {number[]} laid @param {number[]} squares @param {Fitting} [fitting] @param {number} [effort]
   * @param {(known: Map<number, Known>) => void} [onPart]
   * @returns {Promise<Map<number, Known>>}
   */
  async onEach(laid, squares, fitting = new Fitting(this.puzzle, laid), effort = 0, onPart = () => {}) {
    /** @param {Set<string>} may @param {boolean} done */
    const known = (may, done) => new Map(squares.map((index) => {
      const fits = fitting.on(index);
      const possible = fits.filter((code) => may.has(placementFact(this.puzzle, "at", index, code)));
      const others = fits.filter((code) => !possible.includes(code));
      return [index, { possible, open: done ? [] : others, impossible: done ? others : [] }];
    }));
    const may = new Set(this.solutions.filter((each) => extended(laid, each, this.puzzle))
      .flatMap((each) => squares.map((index) => placementFact(this.puzzle, "at", index, each[index]))));
    if (this.seen(laid) === false) return known(new Set(), true);
    const options = `0 --enum-mode=brave --project=project${effort ? ` --solve-limit=${effort}` : ""}`;
    const program = [this.facts, this.placements("clue", laid), this.rules.open, this.rules.square, this.askedFacts(squares)];
    const answer = await this.ask(program, options, ({ atoms }) => {
      for (const atom of atoms) {
        const [, tile, rot, x, y] = /^may\((\d+),(\d+),(\d+),(\d+)\)$/.exec(atom) ?? [];
        if (tile) may.add(`at(${x},${y},${tile},${rot}).`);
      }
      onPart(known(may, false));
    });
    if (answer.complete && !answer.found) this.stuck.push([...laid]);
    return known(may, answer.complete);
  }

  /**
   * A smallest set of unlocked tiles to remove so that the board can be completed.
   *
   * Each conflicting set needs one removal, so disjoint sets are a lower bound.
   * If a smallest hitting set of the known sets is removed, and the rest can be completed, it is optimal. All these
   * questions are about nearly full boards.
   * @param {number[]} laid @param {Map<number, number>} clues
   * @param {(lifted: number[]) => void} [onPart] called with each better answer
   * @returns {Promise<number[] | null>} null if even without them there is no solution
   */
  async mend(laid, clues, onPart = () => {}) {
    const { parts, only } = movable(laid, clues);
    const without = (/** @type {number[]} */ squares) => parts.filter((part) => !squares.includes(part));
    /** @type {number[][]} */
    const clashes = [];
    let fewest = Infinity;
    for (;;) {
      let lifted = clashes.length ? without(await this.subset(parts, "clash", clashes, "fewest")) : [];
      let least = lifted.length;
      for (;;) {
        const solution = await this.complete(only(without(lifted)));
        if (solution) {
          lifted = parts.filter((index) => !this.same(laid[index], solution[index]));
          break;
        }
        const clash = await this.narrowed(without(lifted), only);
        if (!clash.length) return null;
        clashes.push(clash);
        lifted = [...lifted, ...clash];
        least = Math.max(least, apart(clashes));
      }
      if (lifted.length === least) return lifted;
      if (lifted.length < fewest) onPart(lifted);
      fewest = Math.min(fewest, lifted.length);
    }
  }

  /** Whether two codes show the same. @param {number} code @param {number} other */
  same(code, other) {
    return this.puzzle.canonical(code) === this.puzzle.canonical(other);
  }

  /**
   * A smallest set of conflicting tiles: without any one of them the others can stay. Locked tiles are given.
   *
   * Tiles are removed from the full board as long as the rest conflicts, so most questions are about nearly full boards.
   * A smaller set has to contain a tile outside each set known to be satisfiable, so smallest hitting sets are tested
   * until one conflicts or is as large.
   * @param {number[]} laid @param {Map<number, number>} clues
   * @param {(clash: number[]) => void} [onPart] called with a conflicting set before it is known to be smallest
   * @returns {Promise<number[] | null>} null without a conflict, empty if the locked tiles alone conflict
   */
  async clash(laid, clues, onPart = () => {}) {
    const { parts, only } = movable(laid, clues);
    if (await this.complete(laid)) return null;
    const clash = await this.narrowed(parts, only);
    onPart(clash);
    /** @type {number[][]} */
    const standing = [];
    for (;;) {
      const kept = standing.length ? await this.subset(parts, "stands", standing, "least") : [];
      if (kept.length === clash.length) return clash;
      const board = only(kept);
      const solution = await this.complete(board);
      if (!solution) return kept;
      standing.push(await this.grown(laid, board, parts, solution));
    }
  }

  /**
   * Few of some parts that clash: as many as can be are left out, half of them at first, as long as the others clash.
   *
   * What can be seen needs no search; where there is nothing to see, a part is left out if that is known in a moment.
   * @param {number[]} parts @param {(kept: number[]) => number[]} only the board with some of them
   */
  async narrowed(parts, only) {
    const seen = this.seenToClash(only(parts));
    /** @type {number[]} */
    const kept = [];
    let open = parts;
    let size = parts.length >> 1 || 1;
    while (open.length) {
      const rest = open.slice(size);
      const board = only([...kept, ...rest]);
      if (seen ? this.seenToClash(board) : await this.clashesSoon(board)) {
        open = rest;
        size *= 2;
      } else if (Math.min(size, open.length) > 1) {
        size = Math.min(size, open.length) >> 1;
      } else {
        kept.push(open[0]);
        open = rest;
      }
    }
    return kept;
  }

  /** Whether a board can be seen to lead nowhere, without what was asked before. @param {number[]} laid */
  seenToClash(laid) {
    return check(this.puzzle, laid).violations.length > 0 || new Fitting(this.puzzle, laid).deadEnds.length > 0;
  }

  /** Whether it is known in a moment that a board cannot be completed. @param {number[]} laid */
  async clashesSoon(laid) {
    const verdict = await this.scanned(laid);
    if (verdict !== null || (this.scanner && this.puzzle.squares >= FEW_SQUARES)) return verdict === false;
    return await this.within(SOON_BY_CLINGO, async () => !await this.complete(laid)) ?? false;
  }

  /**
   * The answer to a question, or null if it is not there in time.
   * @template Result
   * @param {number} milliseconds @param {() => Promise<Result>} ask
   * @returns {Promise<Result | null>}
   */
  async within(milliseconds, ask) {
    const { deadline } = this;
    this.deadline = Math.min(deadline, performance.now() + milliseconds);
    try {
      return await inTime(ask);
    } finally {
      this.deadline = deadline;
    }
  }

  /** Whether a board can be completed, by what is known, is seen, or is soon found by a scan; null if it is not. @param {number[]} laid */
  async scanned(laid) {
    const seen = this.seen(laid);
    if (seen !== null || !laid.includes(EMPTY)) return seen ?? true;
    const scan = await this.scanner?.begin(this.puzzle, laid, true);
    const found = scan && await this.alone(scan, 1, SOON);
    if (!found) return null;
    if (found.boards.length) this.checked(laid, found.boards[0]);
    else this.stuck.push(laid);
    return found.boards.length > 0;
  }

  /**
   * The parts that are kept, as `explain/subsets.lp` says: some of what each known set that stands lacks, or not all of a clash.
   * @param {number[]} parts @param {"stands" | "clash"} name of the sets @param {number[][]} sets
   * @param {"least" | "fewest"} goal as few as possible are kept, or left out
   */
  async subset(parts, name, sets, goal) {
    const lines = [
      parts.map((part) => `part(${part}).`).join(" "),
      ...sets.map((set, number) => `${name}(${number}). ${set.map((part) => `${name}(${number},${part}).`).join(" ")}`),
      `${goal}.`,
    ];
    const answer = await this.ask([this.rules.subsets, ...lines], "0 --opt-strategy=usc");
    if (!answer.last) throw new Fault("no set of tiles remains to be tested");
    return answer.last.atoms.map((atom) => Number(/^kept\((\d+)\)$/.exec(atom)?.[1]));
  }

  /**
   * The placements that some solution contains together with a board, found by growing a known solution.
   * @param {number[]} laid @param {number[]} board @param {number[]} parts @param {number[]} solution
   */
  async grown(laid, board, parts, solution) {
    /** @param {number[]} each */
    const standing = (each) => parts.filter((index) => this.same(laid[index], each[index]));
    let best = standing(solution);
    const loose = laid.map((code, index) => (board[index] === EMPTY ? code : EMPTY));
    await this.ask(
      [this.facts, this.placements("clue", board), this.placements("laid", loose), this.rules.open, this.rules.mend],
      `0 --solve-limit=${GROWING} --restart-on-model`,
      ({ atoms }) => {
        const found = standing(this.checked(board, boardOfAtoms(this.puzzle, atoms)));
        if (found.length > best.length) best = found;
      },
    );
    return best;
  }

  /**
   * The last of some boards that can be completed, by few questions.
   *
   * What is part of a board that can be completed can be, too; what contains one that cannot, cannot. So steps back from
   * the end are tried, each twice as long as the one before, as the fuller boards are the easier ones; then the middle of
   * those that are open, until all after the last one that can be completed are known.
   * @param {number[][]} past the boards from the first to the last
   * @param {(first: number, last: number) => void} [onPart] the range of boards that contains the answer
   * @returns {Promise<number>} its number; -1 if not even the first can be completed
   */
  async lastCompletable(past, onPart = () => {}) {
    /** @type {(boolean | null)[]} */
    const verdicts = past.map((board) => this.seen(board));
    const settle = () => past.forEach((board, number) => { verdicts[number] ??= this.seen(board); });
    for (let reach = 1; ; reach *= 2) {
      const low = verdicts.lastIndexOf(true);
      const open = verdicts.flatMap((verdict, number) => (verdict === null && number > low ? [number] : []));
      onPart(Math.max(0, low), open.length ? open[open.length - 1] : low);
      if (!open.length) return low;
      const asked = open[Math.max(open.length >> 1, open.length - reach)];
      verdicts[asked] = (await this.complete(past[asked])) !== null;
      settle();
    }
  }

  /** How many boards there are with what lies, up to a number. @param {number[]} laid @param {number} most */
  async count(laid, most) {
    if (this.seen(laid) === false) return { number: 0, complete: true };
    const scan = await this.scanner?.begin(this.puzzle, laid, false) ?? null;
    const { number, complete } = await this.first(scan, most, ({ boards, over }) => ({ number: boards.length, complete: over }), () =>
      this.ask([this.facts, this.placements("clue", laid), this.rules.whole], `${most} --heuristic=Domain --quiet=2`));
    return { number, complete };
  }

  /** A way to fill some empty squares, the rest left open; null if there is none. @param {number[]} laid @param {number[]} squares */
  async fill(laid, squares) {
    const answer = await this.ask([this.facts, this.placements("laid", laid), this.askedFacts(squares), this.rules.block], "1");
    if (!answer.last && !answer.complete) throw new TimeUp("the search ended without an answer");
    if (!answer.last) {
      this.stuck.push([...laid]);
      return null;
    }
    const filled = [...laid];
    for (const atom of answer.last.atoms) {
      const [, tile, rot, x, y] = (/^place\(\((\d+),(\d+)\),\((\d+),(\d+)\)\)$/.exec(atom) ?? []).map(Number);
      if (tile) filled[(y - 1) * this.puzzle.cols + x - 1] = this.puzzle.code(tile - 1, orientationOf(rot));
    }
    const before = check(this.puzzle, laid).violations.length;
    // Signs of tiles that do not meet are left open.
    const after = check(this.puzzle, filled).violations.filter(({ condition }) => condition !== "sign").length;
    if (after > before || squares.some((index) => filled[index] < 0)) throw new Fault("the solver returned squares that the checker rejects");
    return filled;
  }
}

/** The squares of the tiles that are not locked, and the board that keeps only some of these. @param {number[]} laid @param {Map<number, number>} clues */
const movable = (laid, clues) => {
  /** @param {number[]} kept */
  const only = (kept) => {
    const set = new Set(kept);
    return laid.map((code, index) => (code < 0 || clues.has(index) || set.has(index) ? code : EMPTY));
  };
  return { parts: laid.flatMap((code, index) => (code >= 0 && !clues.has(index) ? [index] : [])), only };
};

/** How many of some sets, taken in turn, have nothing in common with one another. @param {number[][]} sets */
const apart = (sets) => {
  const taken = new Set();
  return sets.filter((set) => {
    if (set.some((part) => taken.has(part))) return false;
    for (const part of set) taken.add(part);
    return true;
  }).length;
};

/** The empty squares, those first on which fewest tiles fit. @param {Fitting} fitting */
const byFewest = (fitting) => fitting.empty.map((index) => ({ index, number: fitting.tilesOn(index).length }))
  .sort((one, other) => one.number - other.number || one.index - other.index).map(({ index }) => index);

/** A square of the board. @param {Fitting} fitting @param {number} index @param {Step["rule"]} rule @param {number[]} codes @returns {Step} */
const stepOn = (fitting, index, rule, codes, compared = true) =>
  ({ index, rule, codes, fitting: fitting.tilesOn(index), around: fitting.around(index), compared });

/** A square that can be seen to be forced, or else one with the fewest tiles. @param {Fitting} fitting @returns {Step} */
export const seenStep = (fitting) => {
  const { puzzle, empty } = fitting;
  const one = empty.find((index) => fitting.tilesOn(index).length === 1);
  if (one !== undefined) return stepOn(fitting, one, "one tile fits", fitting.on(one));
  for (const [tile, index] of fitting.onlySquares) {
    if (puzzle.identical(tile).length > 1) continue;
    return stepOn(fitting, index, "a tile fits nowhere else", fitting.on(index).filter((code) => puzzle.tileOf(code) === tile));
  }
  const [fewest] = byFewest(fitting);
  // It is the one with the fewest that differ, and copies may be more.
  const tiles = (/** @type {number} */ index) => puzzle.tilesOf(fitting.on(index)).length;
  return stepOn(fitting, fewest, "fewest tiles", fitting.on(fewest), empty.every((index) => tiles(index) >= tiles(fewest)));
};

/** Empty squares around one, up to a number: those with most beside them that is known come first. @param {Puzzle} puzzle @param {number[]} laid @param {number} index @param {number} most */
export const blockAround = (puzzle, laid, index, most) => {
  const block = [index];
  const known = (/** @type {number} */ square) =>
    puzzle.neighbours[square].filter((there) => there < 0 || laid[there] >= 0 || block.includes(there)).length;
  while (block.length < most) {
    const rim = [...new Set(block.flatMap((square) => puzzle.neighbours[square]))].filter((there) => there >= 0 && laid[there] < 0 && !block.includes(there));
    if (!rim.length) break;
    block.push(rim.reduce((best, each) => (known(each) > known(best) ? each : best)));
  }
  return block;
};
