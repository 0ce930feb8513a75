// The lesson on the site: a program in a text field, run by clingo, its answers drawn as boards; and exercises that check.
//
// A page has places for this, `.edgeasp-step` and `.edgeasp-exercise`; programs and puzzles come in a script next to it,
// and the engine, a megabyte, with the first run.

import { check } from "./checker.js";
import { make, picture } from "./dom.js";
import { clashesSvg, gridSvg, setPalette, squareSvg, UNIT } from "./drawing.js";
import { Cancelled, WorkerEngine } from "./engine.js";
import { boardOfAtoms, counted, Puzzle } from "./puzzle.js";

/**
 * @typedef {{name: string, facts: string, data: import("./puzzle.js").Data}} Example a puzzle to run programs on
 * @typedef {object} Exercise
 * @property {string} title
 * @property {string} start what the text field begins with
 * @property {string} before rules that come before, or nothing
 * @property {string} puzzle
 * @property {"set" | "orbits" | "fewest" | "once"} test
 * @property {string[][]} boards the expected boards by their colours, with alternatives in one list
 * @property {number} least the fewest mismatches, for `fewest`
 * @property {string} options
 */

/** @type {{steps: Record<string, string>, puzzles: Record<string, Example>, exercises: Record<string, Exercise>, paints: any, motifs: any}} */
const lesson = /** @type {any} */ (globalThis).edgeaspLesson;
const base = /** @type {HTMLScriptElement} */ (document.currentScript).src.replace(/[^/]*$/, "");
const MOST = 200;
const SECONDS = 120;

/** @type {WorkerEngine | null} */
let engine = null;

/** The text field whose program runs: the engine makes a call at a time. @type {Runner | null} */
let running = null;

/** The engine, whose script is read with the first call. @returns {Promise<WorkerEngine>} */
const ready = async () => {
  if (!engine) {
    await new Promise((resolve, reject) => {
      document.head.append(make("script", { src: `${base}engine.js`, onload: resolve, onerror: () => reject(new Error("the solver cannot be loaded")) }));
    });
    engine ??= new WorkerEngine(/** @type {any} */ (globalThis).edgeaspEngine);
  }
  return engine;
};

/** What a board shows, square by square: the same text for boards that differ in identical tiles alone. @param {Puzzle} puzzle @param {number[]} laid */
const shownBy = (puzzle, laid) => laid.map((code) => (code < 0 ? "-" : `${puzzle.sides(code).join(",")}${puzzle.signs?.[puzzle.tileOf(code)] ?? ""}`)).join(" ");

/** @param {Puzzle} puzzle @param {number[]} laid */
const boardSvg = (puzzle, laid) => {
  const report = check(puzzle, laid);
  const cells = laid.map((code, index) => squareSvg({ ...puzzle.cell(index, code), sign: "" }, { sides: "patterns" }));
  return `<svg viewBox="-2 -2 ${puzzle.cols * UNIT + 4} ${puzzle.rows * UNIT + 4}" role="img" aria-label="A board">`
    + `${cells.join("")}${gridSvg(puzzle)}`
    + `${clashesSvg(report.marks.map(([index, side, condition]) => [...puzzle.place(index), side, condition]))}</svg>`;
};

/** A text field with a program, buttons, and what comes of it. */
class Runner {
  /**
   * @param {HTMLElement} place
   * @param {string} program
   * @param {string[]} puzzles the names of puzzles to choose from
   */
  constructor(place, program, puzzles) {
    this.field = make("textarea", { rows: Math.min(28, Math.max(6, program.split("\n").length + 1)), spellcheck: "false", "aria-label": "Program" });
    this.field.value = program;
    this.choose = make("select", { "aria-label": "Puzzle" }, ...puzzles.map((name) => make("option", { value: name }, lesson.puzzles[name].name)));
    this.start = make("button", { onclick: () => this.run() }, "Run");
    this.stop = make("button", { hidden: true, onclick: () => { this.stopped = true; engine?.cancel(); } }, "Stop");
    this.line = make("p", { class: "edgeasp-line", role: "status" });
    this.result = make("div", { class: "edgeasp-result" });
    const again = make("button", { onclick: () => { this.field.value = program; } }, "As it was");
    place.append(this.field, make("div", { class: "edgeasp-buttons" }, this.choose, this.start, this.stop, again), this.line, this.result);
    this.field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.run();
    });
  }

  /** @returns {Example} */
  get example() {
    return lesson.puzzles[this.choose.value];
  }

  /** What clingo gets: the program comes first, so that its lines keep their numbers. */
  get program() {
    return `${this.field.value}\n${this.example.facts}`;
  }

  get options() {
    return `${MOST} --heuristic=Domain`;
  }

  async run() {
    if (running) {
      if (running !== this) this.say("another program runs on this page: stop it first");
      return;
    }
    running = this;
    this.stopped = false;
    this.result.replaceChildren();
    this.say("loading the solver");
    this.start.disabled = true;
    this.stop.hidden = false;
    /** @type {number[][]} */
    const boards = [];
    const puzzle = new Puzzle(this.example.data);
    const { program, options } = this;
    let timer = 0;
    try {
      const port = await ready();
      if (this.stopped) throw new Cancelled("cancelled");
      this.say("running");
      timer = setTimeout(() => port.cancel(), 1000 * SECONDS);
      const answer = await port.solve(program, options, ({ atoms, costs }) => {
        // Only the best boards count where costs are least.
        if (costs.length && costs.join() !== this.costs) boards.length = 0;
        this.costs = costs.join();
        boards.push(boardOfAtoms(puzzle, atoms));
      });
      if (answer.refused) this.fault(answer.messages);
      else this.answered(puzzle, boards, answer);
    } catch (error) {
      this.say(error instanceof Cancelled ? `stopped after ${counted(boards.length, "answer")}` : String(error));
      if (boards.length) this.show(puzzle, boards);
    } finally {
      clearTimeout(timer);
      running = null;
      this.start.disabled = false;
      if (document.activeElement === this.stop) this.start.focus();
      this.stop.hidden = true;
    }
  }

  /** @param {string} words @param {boolean} [bad] */
  say(words, bad = false) {
    this.line.textContent = words;
    this.line.classList.toggle("bad", bad);
  }

  /** Show what clingo says, and mark the line that it means. @param {string} messages */
  fault(messages) {
    const lines = this.field.value.split("\n");
    // What follows the program is not seen: a rule without an end is noticed there.
    this.say(messages.replace(/^-:(\d+):(\S*) /gm, (_, line, columns) =>
      Number(line) > lines.length ? "after the last line, where a full stop may be missing: " : `line ${line}, column ${columns} `), true);
    const line = Math.min(Number(/^-:(\d+):/m.exec(messages)?.[1]), lines.length);
    if (!(line >= 1)) return;
    const start = lines.slice(0, line - 1).reduce((/** @type {number} */ sum, /** @type {string} */ each) => sum + each.length + 1, 0);
    this.field.focus();
    this.field.setSelectionRange(start, start + lines[line - 1].length);
  }

  /** @param {Puzzle} puzzle @param {number[][]} boards @param {import("./engine.js").Answer} answer */
  answered(puzzle, boards, answer) {
    const more = answer.complete ? "" : ", perhaps more";
    this.say(`${counted(boards.length, "answer")}${more}, ${answer.seconds.toFixed(2)} s${answer.messages ? `; ${answer.messages}` : ""}`);
    if (boards.length) this.show(puzzle, boards);
  }

  /** One board, and buttons to the others. @param {Puzzle} puzzle @param {number[][]} boards @param {string} [words] */
  show(puzzle, boards, words = "") {
    let at = 0;
    const holder = make("div", { class: "edgeasp-board" });
    const text = make("span");
    const draw = () => {
      holder.replaceChildren(picture(boardSvg(puzzle, boards[at])));
      const report = check(puzzle, boards[at]);
      const state = report.solved ? "a solution" : report.missing ? counted(report.missing, "empty square") : counted(report.violations.length, "broken condition");
      text.textContent = `${words}${boards.length > 1 ? `${at + 1} of ${boards.length}: ` : ""}${state}`;
    };
    /** @param {number} step */
    const go = (step) => { at = (at + step + boards.length) % boards.length; draw(); };
    const buttons = boards.length > 1 ? [make("button", { "aria-label": "Previous answer", onclick: () => go(-1) }, "‹"),
      make("button", { "aria-label": "Next answer", onclick: () => go(1) }, "›")] : [];
    this.result.replaceChildren(holder, make("p", {}, ...buttons, " ", text));
    draw();
  }
}

/** An exercise: the answers are compared with those that are kept. */
class ExerciseRunner extends Runner {
  /** @param {HTMLElement} place @param {Exercise} exercise */
  constructor(place, exercise) {
    super(place, exercise.start, [exercise.puzzle]);
    this.exercise = exercise;
    this.start.textContent = "Check";
  }

  get program() {
    return `${this.field.value}\n${this.exercise.before}\n${this.example.facts}`;
  }

  get options() {
    return this.exercise.options;
  }

  /** @param {Puzzle} puzzle @param {number[][]} boards @param {import("./engine.js").Answer} answer */
  answered(puzzle, boards, answer) {
    const { test, boards: wanted, least } = this.exercise;
    const shown = boards.map((laid) => shownBy(puzzle, laid));
    /** @param {string} words @param {number[] | string} [board] */
    const wrong = (words, board) => {
      this.say(words, true);
      if (board) this.show(puzzle, [typeof board === "string" ? laidAs(puzzle, board) : board]);
    };
    if (!boards.length) return wrong(`No answer at all${answer.complete ? "" : " yet"}${wanted.length ? "; this board should be one" : ""}.`, wanted[0]?.[0]);
    if (test === "fewest") {
      const best = boards[boards.length - 1];
      const number = check(puzzle, best).mismatches;
      if (check(puzzle, best).missing || new Set(best.map((code) => puzzle.tileOf(code))).size < best.length) wrong("Not every tile is on exactly one square.", best);
      else if (number > least) wrong(`${counted(number, "mismatch").replace(/hs$/, "hes")}; there is a board with ${least}.`, best);
      else {
        this.say(`Right: ${number} mismatches, and no board has fewer.`);
        this.show(puzzle, [best]);
      }
      return;
    }
    const strange = shown.findIndex((each) => !wanted.some((group) => group.includes(each)));
    if (strange >= 0) return wrong("This board should not be an answer.", boards[strange]);
    const missing = wanted.find((group) => !group.some((each) => shown.includes(each)));
    if (missing) return wrong(test === "orbits" ? "Neither this board nor one of its rotations is an answer." : "This board should be an answer, but is not.", missing[0]);
    const twice = wanted.find((group) => shown.filter((each) => group.includes(each)).length > 1);
    if (twice && (test !== "set" || !answer.complete)) {
      const of = boards.filter((_, index) => twice.includes(shown[index]));
      wrong(test === "orbits" ? "Two rotations of this board are answers." : "This board is found more than once.", of[1]);
      return;
    }
    this.say(`Right: ${counted(new Set(shown).size, "board")}.`);
    this.show(puzzle, boards);
  }
}

/** A board that shows given colours. @param {Puzzle} puzzle @param {string} shown */
const laidAs = (puzzle, shown) => {
  const left = new Set(puzzle.tiles.keys());
  return shown.split(" ").map((sides) => {
    for (const tile of left) {
      const code = puzzle.ways[tile].find((each) => shownBy(puzzle, [each]) === sides);
      if (code === undefined) continue;
      left.delete(tile);
      return code;
    }
    return -1;
  });
};

setPalette(lesson.paints, lesson.motifs);
for (const place of document.querySelectorAll(".edgeasp-step")) {
  const { step, puzzles } = /** @type {HTMLElement} */ (place).dataset;
  new Runner(/** @type {HTMLElement} */ (place), lesson.steps[step ?? ""], (puzzles ?? "").split(" "));
}
for (const place of document.querySelectorAll(".edgeasp-exercise")) {
  new ExerciseRunner(/** @type {HTMLElement} */ (place), lesson.exercises[/** @type {HTMLElement} */ (place).dataset.exercise ?? ""]);
}
