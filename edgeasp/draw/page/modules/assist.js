// The panel of help: what can be asked, what was answered, and what was asked of clingo, word for word.
//
// Help comes when it is asked for, and gives away no more than that: the square, the reason, the tile, the deed.

import { check } from "./checker.js";
import { announce, copy, find, make, picture } from "./dom.js";
import { single } from "./drawing.js";
import { Cancelled } from "./engine.js";
import { Fitting } from "./fitting.js";
import { blockAround, Fault, Helper, inTime, seenStep, TimeUp } from "./helper.js";
import { counted, EMPTY } from "./puzzle.js";

/**
 * @typedef {object} Host the table
 * @property {import("./game.js").Game} game
 * @property {number | null} marked
 * @property {import("./drawing.js").Look} look
 * @property {(marks: import("./boardview.js").Marks) => void} mark
 * @property {(index: number) => void} select
 * @property {(words: string, deed: () => number[]) => void} act
 * @property {() => void} rest called when a question has been answered
 */

/** Squares beyond which a search of the whole board may take longer than a person waits. */
const LARGE = 150;
const BLOCK = 12;
/** Seconds that the page takes at most to see how fast it is. */
const PACE = 10;
const MANY = 1000;
/** Seconds after which a hint is what can be seen. */
const HINT = 5;

/** Squares that clash, in words. @param {number[]} clash @param {string} noun of what lies there @param {boolean} least whether fewer are known to stand */
const clashing = (clash, noun, least) => (clash.length === 1 ? `This ${noun} alone rules out a solution`
  : `These ${clash.length} ${noun}s conflict${least ? " (remove any one of them, and the others can stay)" : ""}`);

export class Assist {
  /** @param {Host} host @param {((puzzle: import("./puzzle.js").Puzzle) => Promise<import("./helper.js").Rules>) | null} rules @param {import("./engine.js").Port | null} port @param {(() => import("./scan.js").Scanner) | null} scanner */
  constructor(host, rules, port, scanner = null) {
    this.scanner = scanner;
    this.host = host;
    this.rules = rules;
    this.port = port;
    /** @type {Helper | null} */
    this.helper = null;
    this.limit = 30;
    this.running = false;
    this.stopped = false;
    this.doing = "";
    /** @type {Promise<unknown> | null} */
    this.pacing = null;
    this.watch = 0;
  }

  get puzzle() {
    return this.host.game.puzzle;
  }

  /** Another puzzle is on the table. */
  reset() {
    this.boardChanged();
    this.helper = null;
    find("blockask").hidden = this.puzzle.squares < 36;
    find("large").hidden = this.puzzle.squares <= LARGE || !this.port;
    this.forget();
  }

  /** Fill the panel. */
  listen() {
    for (const id of /** @type {const} */ (["works", "nextask", "here", "blockask", "back", "why", "mend", "every", "count", "finish"])) {
      find(id).onclick = () => this.run(() => this[id]());
      find(id).disabled = !this.port && id !== "nextask" && id !== "here";
    }
    find("noengine").hidden = this.port !== null;
    find("stop").onclick = () => this.stop();
    find("limit").onchange = () => { this.limit = Number(find("limit").value); };
    find("askedopen").onclick = () => this.showAsked();
  }

  /** Nothing that was answered holds any longer. */
  forget() {
    if (!find("answer").firstChild) return;
    // The keyboard stays where the answer was.
    if (find("answer").contains(document.activeElement)) find("answer").focus();
    find("answer").replaceChildren();
    find("askedopen").hidden = true;
    this.host.mark({});
  }

  /** Stop what runs; nothing is answered. */
  stop() {
    if (!this.running && !this.pacing) return;
    this.stopped = true;
    this.helper?.cancel();
  }

  /**
   * The helper for a puzzle, once there is one; null on a page without an engine.
   * @param {import("./puzzle.js").Puzzle} puzzle
   * @throws {Cancelled} what runs was stopped before
   */
  async ready(puzzle) {
    if (!this.port || !this.rules || this.helper) return this.helper;
    const rules = await this.rules(puzzle);
    if (this.stopped) throw new Cancelled("cancelled");
    this.helper = new Helper(puzzle, rules, this.port, this.scanner?.());
    return this.helper;
  }

  /** Ask a question; the page goes on, and the answer comes when it comes. @param {() => Promise<void>} ask */
  async run(ask) {
    if (this.running) return;
    if (this.pacing) {
      this.stop();
      await this.pacing;
      if (this.running) return;
    }
    const { game } = this.host;
    const { puzzle } = this;
    const board = game.laid.join();
    this.running = true;
    this.stopped = false;
    this.forget();
    const began = performance.now();
    this.doing = "thinking";
    const tick = () => { find("thinking").textContent = `${this.doing}, ${Math.floor((performance.now() - began) / 1000)} s`; };
    tick();
    this.watch = setInterval(tick, 1000);
    find("busy").hidden = false;
    find("helping").scrollTop = 0;
    find("questions").setAttribute("aria-busy", "true");
    try {
      await this.ready(puzzle);
      this.helper?.begin(this.limit);
      await ask();
    } catch (error) {
      if (this.puzzle !== puzzle) this.forget();
      else if (error instanceof TimeUp) this.say([`Not known within ${this.limit} seconds.`]);
      else if (error instanceof Cancelled) this.say([game.laid.join() === board ? "Stopped." : "Stopped: the board has changed."]);
      else this.say([`Something went wrong: ${error instanceof Fault ? error.message : String(error)}`]);
    } finally {
      clearInterval(this.watch);
      this.running = false;
      if (find("busy").contains(document.activeElement)) find("answer").focus();
      find("busy").hidden = true;
      find("questions").removeAttribute("aria-busy");
      find("askedopen").hidden = !this.helper?.calls;
      this.settle();
      this.host.rest();
    }
  }

  /** The board has changed: what was answered is of another one. */
  boardChanged() {
    this.stop();
    if (!this.running) this.forget();
    find("finish").disabled = !this.port;
  }

  /** Where it is known that the board cannot be completed, there is nothing to finish until it changes. */
  settle() {
    if (this.helper?.seen(this.host.game.laid) !== false) return;
    if (document.activeElement === find("finish")) find("answer").focus();
    find("finish").disabled = true;
  }

  /**
   * @param {(string | Node)[]} lines @param {[string, () => void][]} [deeds] buttons below the lines
   */
  say(lines, deeds = []) {
    find("answer").replaceChildren(
      ...lines.map((line) => make("p", {}, line)),
      ...(deeds.length ? [make("div", { class: "deeds" }, ...deeds.map(([words, deed]) =>
        make("button", { onclick: deed }, words)))] : []),
    );
    find("helping").scrollTop = 0;
    announce(lines.map((line) => (typeof line === "string" ? line : line.textContent)).join(" "));
  }

  /** A tile in an answer. @param {number} code @param {boolean} turn whether to say how it is turned */
  tile(code, turn) {
    const { puzzle } = this;
    const words = ` tile ${puzzle.tileName(turn ? 4 * puzzle.tileOf(code) : code)}${turn ? ` ${puzzle.lying(code)}` : ""}`;
    return make("span", { class: "said" }, picture(single(puzzle.sides(code), this.host.look)), words);
  }

  /** Why a board can be seen to lead nowhere, if so. @param {number[]} laid */
  seenReason(laid) {
    const { puzzle } = this;
    const violations = check(puzzle, laid).violations;
    if (violations.length) {
      this.host.mark({ wrong: violations.map(({ index }) => index) });
      return `${violations[0].text}.`;
    }
    const fitting = new Fitting(puzzle, laid);
    const [dead] = fitting.deadEnds;
    if (dead === undefined) return "";
    this.host.mark({ wrong: [dead] });
    const around = fitting.around(dead);
    return `On ${puzzle.name(dead)} no remaining tile fits${around ? `: it needs ${around}` : ""}.`;
  }

  /** @param {boolean} reason whether to say what can be seen */
  stuck(reason) {
    this.say(["This board cannot be completed.", ...(reason ? [this.seenReason(this.host.game.laid)].filter(Boolean) : [])], [
      ["Back to the last board that works", () => this.run(() => this.back())],
      ["Why not?", () => this.run(() => this.why())],
      ["Which tiles to remove?", () => this.run(() => this.mend())],
    ]);
  }

  async works() {
    const { laid } = this.host.game;
    const solution = await this.asked.complete(laid);
    if (!solution) this.stuck(false);
    else this.say([laid.includes(EMPTY) ? "Yes: this board can be completed." : "This board is a solution."]);
  }

  /** @returns {Helper} */
  get asked() {
    if (!this.helper) throw new Fault("this page has no solver");
    return this.helper;
  }

  async nextask() {
    const { laid } = this.host.game;
    this.helper?.begin(Math.min(this.limit, HINT));
    const found = await inTime(async () => this.helper?.next(laid));
    if (!found) this.nextSeen();
    else if (!found.completable) this.stuck(true);
    else if (!found.step) this.say(["This board is a solution."]);
    else this.hint(found.step, 1);
  }

  /** Without a search that has ended: what can be seen, which says nothing of what can be completed. */
  nextSeen() {
    const { game } = this.host;
    const reason = this.seenReason(game.laid);
    if (reason) this.say([`This board cannot be completed. ${reason}`]);
    else if (!game.laid.includes(EMPTY)) this.say(["Every square has a tile."]);
    else this.hint(seenStep(new Fitting(this.puzzle, game.laid)), 1, false);
  }

  /**
   * A hint, at a level: 1 the square, 2 the reason as well, 3 the tile as well.
   * @param {import("./helper.js").Step} step @param {number} level
   * @param {boolean} searched whether it is known that the board can be completed
   */
  hint(step, level, searched = true) {
    const { puzzle } = this;
    this.host.mark({ notices: [step.index] });
    this.host.select(step.index);
    /** @type {(string | Node)[]} */
    const lines = [`Next: ${puzzle.name(step.index)}.`];
    if (level >= 2) lines.push(this.reason(step));
    /** The first code of each tile that is another one. @param {(tile: number) => unknown} look */
    const once = (look) => step.codes.filter((code, at) => step.codes.findIndex((other) => look(puzzle.tileOf(other)) === look(puzzle.tileOf(code))) === at);
    const codes = once((tile) => puzzle.appearances[tile]);
    const tiles = once((tile) => tile);
    if (level >= 3) lines.push(this.pictures(tiles.length === 1 ? step.codes : tiles));
    /** @type {[string, () => void][]} */
    const deeds = [];
    if (!searched && this.helper) lines.push("It is not known whether this board can be completed. “Does it still work?” searches longer.");
    if (level < 2) deeds.push(["Why there?", () => this.hint(step, 2, searched)]);
    if (level < 3) deeds.push(["Which tile?", () => this.hint(step, 3, searched)]);
    if (level >= 3 && searched) {
      // Of the rotations that fit, not each can be completed.
      deeds.push([codes.length === 1 ? "Place it" : "Place one that works", () => this.run(() => this.layOne(step.index))]);
    } else if (level >= 3 && step.codes.length === 1) {
      deeds.push(["Place it", () => this.host.act("placed", () => this.host.game.lay(step.index, step.codes[0]))]);
    }
    this.say(lines, deeds);
  }

  /** Lay what a solution has on a square. @param {number} index */
  async layOne(index) {
    const { game } = this.host;
    const solution = await this.asked.complete(game.laid);
    if (solution) this.host.act("laid", () => game.lay(index, solution[index]));
  }

  /** @param {import("./helper.js").Step} step */
  reason(step) {
    const beside = step.around ? `, with ${step.around}` : "";
    const number = step.fitting.length;
    switch (step.rule) {
      case "one tile fits": return `Only one of the remaining tiles fits${beside}.`;
      case "a tile fits nowhere else": return "One of the remaining tiles fits on no other square.";
      case "all other tiles lead nowhere": return `${number} tiles fit${beside}, but only one of them leads to a solution.`;
      default: return `${counted(this.puzzle.tilesOf(step.codes).length, "tile")} can go there${beside}${step.compared ? ", and no other square has fewer" : ""}.`;
    }
  }

  async here() {
    const { marked, game } = this.host;
    if (marked === null || game.code(marked) !== EMPTY) return this.say(["Mark an empty square first: tap it, or move to it with the arrow keys."]);
    const fitting = new Fitting(this.puzzle, game.laid);
    const fits = fitting.on(marked);
    const place = this.puzzle.name(marked);
    if (!fits.length) return this.say([`No remaining tile fits on ${place}.`]);
    /** @type {import("./helper.js").Known & {completable?: boolean}} */
    let known = { possible: [], impossible: [], open: fits };
    known = await inTime(async () => this.helper?.on(game.laid, marked, fitting, 0, (part) => { known = part; })) ?? known;
    const { possible, impossible, open } = known;
    if (known.completable === false) this.stuck(true);
    else if (!possible.length) {
      const number = fitting.tilesOn(marked).length;
      const unknown = this.helper ? `, and it is not known within ${this.limit} seconds whether they lead to a solution` : "";
      this.say([`On ${place} ${counted(number, "tile")} fit${number === 1 ? "s" : ""} next to its neighbours${unknown}.`, this.pictures(fits)]);
    } else {
      /** @type {(string | Node)[]} */
      const lines = [];
      if (possible.length === 1 && !open.length) lines.push(`On ${place}, in every solution:`);
      else lines.push(`On ${place}, in some solutions:`);
      lines.push(this.pictures(possible, fits));
      if (impossible.length) lines.push(`${possible.length === 1 ? "The others that fit" : "These fit, but"} are in no solution:`, this.pictures(impossible, fits));
      if (open.length) lines.push("Not known:", this.pictures(open, fits));
      this.say(lines);
    }
  }

  /** @param {number[]} codes @param {number[]} among all that the answer shows: a tile that is there in several rotations has them named */
  pictures(codes, among = codes) {
    const shown = codes.slice(0, 24).map((code) => this.tile(code, among.some((other) => other !== code && this.puzzle.tileOf(other) === this.puzzle.tileOf(code))));
    if (codes.length > 24) shown.push(make("span", { class: "said" }, `and ${codes.length - 24} more`));
    return make("span", { class: "row" }, ...shown);
  }

  async blockask() {
    const { marked, game } = this.host;
    const start = marked !== null && game.code(marked) === EMPTY ? marked : game.laid.indexOf(EMPTY);
    if (start < 0) return this.say(["No square is empty."]);
    const block = blockAround(this.puzzle, game.laid, start, BLOCK);
    this.host.mark({ notices: block });
    const filled = await this.asked.fill(game.laid, block);
    this.host.mark(filled ? { notices: block } : { wrong: block });
    const [these, match] = block.length === 1 ? ["This square", "it matches"] : [`These ${block.length} squares`, "they match"];
    this.say([filled ? `${these} can be filled so that ${match}. This says nothing about the rest of the board.`
      : `${these} cannot be filled, so this board cannot be completed.`]);
  }

  async back() {
    const { game } = this.host;
    const past = game.past();
    const ago = (/** @type {number} */ step) => counted(past.length - 1 - step, "step");
    let open = past.length - 1;
    /** @param {string} words @param {number} step */
    const go = (words, step) => this.say([words], [["Go back to it", () => this.host.act(`back by ${ago(step)}`, () => game.backTo(step))]]);
    const number = await inTime(() => this.asked.lastCompletable(past, (first, last) => {
      this.doing = `between step ${first} and step ${last} of ${past.length - 1}`;
      open = last;
    }));
    if (number === null) {
      if (open === past.length - 1) throw new TimeUp();
      go(`The board ${ago(open)} ago is the last that might be completed: this is not known within ${this.limit} seconds.`, open);
    } else if (number === past.length - 1) this.say(["This board can be completed: there is no need to go back."]);
    else if (number < 0) this.say(["Even the first board of this game cannot be completed."]);
    else go(`The last board that can be completed was ${ago(number)} ago.`, number);
  }

  async why() {
    const { game } = this.host;
    const beside = game.clues.size ? ", given the locked ones" : "";
    /** @param {number[]} clash @param {boolean} least */
    const show = (clash, least) => {
      const reason = this.seenReason(game.laid.map((code, index) => (clash.includes(index) || game.clues.has(index) || code < 0 ? code : EMPTY)));
      const fewer = least ? " No smaller set conflicts." : " It is not known whether a smaller set does.";
      this.host.mark({ wrong: clash });
      this.say([`${clashing(clash, "tile", least)}${beside}: ${this.names(clash)}.${clash.length > 1 ? fewer : ""}`, ...(reason ? [reason] : [])], this.removing(clash));
    };
    await this.better(async (onPart) => {
      const clash = await this.asked.clash(game.laid, game.clues, (known) => {
        if (known.length) onPart(() => show(known, false));
      });
      if (clash === null) this.say(["Nothing conflicts: this board can be completed."]);
      else if (!clash.length) await this.whyLocked();
      else show(clash, true);
    });
  }

  /** Why not, where what is locked or given cannot be completed. */
  async whyLocked() {
    const { clues, given } = this.host.game;
    if (clues.size > given.size) return this.say(["The locked tiles alone rule out a solution: unlock one."]);
    /** @param {number[]} clash @param {boolean} least */
    const show = (clash, least) => {
      this.host.mark({ wrong: clash });
      this.say([clash.length ? `${clashing(clash, "clue", least)}: ${this.names(clash)}.` : "This puzzle has no solution."]);
    };
    await this.better(async (onPart) => {
      const board = this.puzzle.blank.map((nothing, index) => given.get(index) ?? nothing);
      show(await this.asked.clash(board, new Map(), (known) => onPart(() => show(known, false))) ?? [], true);
    });
  }

  /** A button that removes the tiles on squares. @param {number[]} squares @returns {[string, () => void][]} */
  removing(squares) {
    const { game } = this.host;
    return [[`Remove ${squares.length === 1 ? "it" : "them"}`,
      () => this.host.act("removed", () => game.change("mend", squares.map((index) => [index, EMPTY])))]];
  }

  /** @param {number[]} squares */
  names(squares) {
    return squares.map((index) => this.puzzle.name(index)).join("; ");
  }

  async mend() {
    const { game } = this.host;
    /** @param {number[]} lifted @param {string} fewer whether fewer do */
    const show = (lifted, fewer) => {
      this.host.mark({ wrong: lifted });
      this.say([`Remove ${counted(lifted.length, "tile")}, and it can be completed; ${fewer}.`], this.removing(lifted));
    };
    await this.better(async (onPart) => {
      const lifted = await this.asked.mend(game.laid, game.clues, (known) => onPart(() => show(known, "it is not known whether fewer are enough")));
      if (lifted === null) this.say(["There is no solution even without the unlocked tiles."]);
      else if (!lifted.length) this.say(["Nothing has to be removed: this board can be completed."]);
      else show(lifted, "fewer are not enough");
    });
  }

  /**
   * Answers that become better are shown as they come; the last one stands where the time is over, or the search is stopped.
   * @param {(onPart: (show: () => void) => void) => Promise<void>} ask
   */
  async better(ask) {
    const board = this.host.game.laid.join();
    let shown = false;
    try {
      await ask((show) => {
        shown = true;
        this.doing = "looking for a smaller set";
        show();
      });
    } catch (error) {
      const ended = error instanceof TimeUp || error instanceof Cancelled;
      if (!ended || !shown || this.host.game.laid.join() !== board) throw error;
    }
  }

  async every() {
    const { game } = this.host;
    const squares = game.laid.flatMap((code, index) => (code === EMPTY ? [index] : []));
    if (!squares.length) return this.say(["No square is empty."]);
    const fitting = new Fitting(this.puzzle, game.laid);
    /** @param {Map<number, import("./helper.js").Known>} known */
    const label = (known) => this.host.mark({ labels: new Map([...known].map(([index, { possible, open }]) => {
      const number = this.puzzle.tilesOf([...possible, ...open]).length;
      const always = !open.length && new Set(possible.map((code) => this.puzzle.appearances[this.puzzle.tileOf(code)])).size === 1;
      if (always) {
        const names = this.puzzle.tilesOf(possible).map((tile) => this.puzzle.tileName(4 * tile));
        return [index, { text: `${names.slice(0, 2).join("/")}${names.length > 2 ? "…" : ""}!`, words: `tile ${names.join(" or ")} in every solution` }];
      }
      return [index, open.length ? { text: `${number}?`, words: `at most ${counted(number, "tile")}` } : { text: String(number), words: counted(number, "tile") }];
    })) });
    /** @type {Map<number, import("./helper.js").Known> | null} */
    let last = null;
    const known = await inTime(() => this.asked.onEach(game.laid, squares, fitting, 0, (part) => { last = part; })) ?? last;
    if (!known) throw new TimeUp();
    if (![...known.values()].some(({ possible }) => possible.length)) return this.stuck(true);
    label(known);
    const open = [...known.values()].some((each) => each.open.length);
    this.say(["Each empty square shows how many different tiles solutions have there. With !, every solution has that tile there.",
      ...(open ? ["With ?, not everything is known within the time."] : [])]);
  }

  async count() {
    const { number, complete } = await this.asked.count(this.host.game.laid, MANY);
    if (!complete) this.say([`${counted(number, "solution")} or more contain this board.`]);
    else if (!number) this.stuck(true);
    else this.say([number === 1 ? "Exactly one solution contains this board." : `${counted(number, "solution")} contain this board.`]);
  }

  async finish() {
    const { game } = this.host;
    const solution = await this.asked.complete(game.laid);
    if (!solution) this.stuck(true);
    else if (!game.laid.includes(EMPTY)) this.say(["This board is a solution."]);
    else {
      // The same look may be a rotated tile.
      const whole = game.laid.map((code, index) => (code < 0 ? solution[index] : code));
      this.host.act("finished: undo reverts it", () => game.change("finish", [...whole.entries()]));
      this.say(["Finished and checked. Undo reverts it in one step."]);
    }
  }

  /**
   * Work in the background; null where the page has no engine, or nothing is found. A question or a move ends it.
   * @template Result
   * @param {(puzzle: import("./puzzle.js").Puzzle) => Promise<Result | null>} work
   * @returns {Promise<Result | null>}
   */
  async aside(work) {
    while (this.pacing) await this.pacing;
    if (this.running || !this.port || this.puzzle.squares > LARGE) return null;
    this.stopped = false;
    const doing = work(this.puzzle).catch(() => null);
    this.pacing = doing;
    const found = await doing;
    this.pacing = null;
    return found;
  }

  /** The seconds that this page takes for the puzzle from its clues alone. @returns {Promise<number | null>} */
  pace() {
    return this.aside(async (puzzle) => {
      const laid = puzzle.blank.map((nothing, index) => this.host.game.given.get(index) ?? nothing);
      let seconds = null;
      // The first time it is read and compiled.
      for (let time = 0; time < 2; time += 1) {
        this.helper = null;
        const helper = await this.ready(puzzle);
        helper?.begin(PACE);
        const began = performance.now();
        if (!await helper?.complete(laid)) return null;
        seconds = Math.max(0.001, (performance.now() - began) / 1000);
      }
      return seconds;
    });
  }

  /** Whether the board can be completed; null where that is not known, or the board has changed. @returns {Promise<boolean | null>} */
  async light() {
    const { game } = this.host;
    const laid = [...game.laid];
    const works = await this.aside(async (puzzle) => {
      if (laid.join() !== this.host.game.laid.join()) return null;
      const helper = await this.ready(puzzle);
      helper?.begin(PACE);
      return helper && await helper.complete(laid) !== null;
    });
    this.settle();
    return game === this.host.game && laid.join() === game.laid.join() ? works : null;
  }

  /** What was asked of clingo last: facts, rules and the question. */
  showAsked() {
    const { program, options } = this.asked.asked;
    find("command").textContent = `clingo board.lp ${options}`;
    find("program").textContent = program;
    find("copyprogram").onclick = () => copy(program, find("copyprogram"));
    find("asked").showModal();
  }
}

