// The search square by square that Python compiles, `scan.c`, as WebAssembly: boards for it, and whether it is worth while.
//
// It places the unplaced tiles, identical ones as one type, on the empty squares in a fixed order. It
// learns nothing, but places tens of millions of tiles a second: if few have to be placed, it answers before clingo has
// read its rules.

import { unpacked } from "./engine.js";
import { Fitting } from "./fitting.js";
import { EMPTY, faceOf, groupsBy, opposite, Puzzle, rotOf, unplaced } from "./puzzle.js";

/** Boards with fewer squares are left to clingo, unless so many tiles have to be laid that it would take a second. */
export const FEW_SQUARES = 64;
const SHORT = Math.log(1e6);
/** Tiles that a scan may be expected to lay: a minute's work. */
const LONG = Math.log(2e9);
/** Tiles that are placed while the other orders would be made. */
const FEW_TILES = Math.log(1e6);
/** Squares at which compact orders begin. */
const COMPACT_STARTS = 24;
/** Tiles between two looks at the clock, and the milliseconds after which the page goes on. */
const SLICE = 200_000;
const PAUSE = 20;

/**
 * @typedef {object} Order the empty squares in an order, and the logarithms of the expected numbers of placements and boards
 * @property {number[]} squares
 * @property {number} tiles
 * @property {number} boards
 *
 * @typedef {object} Found
 * @property {number[][]} boards
 * @property {boolean} over whether there are no others
 */

/** @param {number[]} logs the logarithm of the sum */
const sum = (logs) => {
  const most = Math.max(...logs);
  return most === -Infinity ? most : most + Math.log(logs.reduce((all, each) => all + Math.exp(each - most), 0));
};

/** What may lie on each empty square, one of the tiles that are identical, and how often it matches what lies beside it. */
export class Outlook {
  /** @param {Puzzle} puzzle @param {Fitting} fitting */
  constructor(puzzle, fitting) {
    this.puzzle = puzzle;
    this.empty = fitting.empty;
    /** @type {number[][]} tiles by kind, those that are not on the board */
    this.kinds = [...groupsBy(unplaced(puzzle, fitting.laid), (tile) => puzzle.appearances[tile]).values()];
    this.kindOf = new Map(this.kinds.flatMap((tiles, kind) => tiles.map((tile) => [tile, kind])));
    const firsts = new Set(this.kinds.map(([tile]) => tile));
    /** @type {Map<number[], number[]>} by what fits: the same list for squares on which the same fits */
    const lists = new Map();
    for (const index of this.empty) {
      const fits = fitting.on(index);
      if (!lists.has(fits)) lists.set(fits, fits.filter((code) => firsts.has(puzzle.tileOf(code))));
    }
    this.codes = new Map(this.empty.map((index) => [index, lists.get(fitting.on(index)) ?? []]));
    /** @type {Map<number[], Map<number, number>[]>} for each side of a list of candidates, how many show a colour there */
    this.shown = new Map();
    /** @type {Map<number[], number>} */
    this.classes = new Map([...lists.values()].map((codes, number) => [codes, number]));
    /** @type {Map<number, number>} by the lists of candidates on both sides, and the side */
    this.matching = new Map();
  }

  /** @param {number} index */
  showing(index) {
    const codes = this.codes.get(index) ?? [];
    const known = this.shown.get(codes);
    if (known) return known;
    /** @type {Map<number, number>[]} */
    const sides = [new Map(), new Map(), new Map(), new Map()];
    for (const code of codes) {
      const face = this.puzzle.faces[faceOf(code)];
      for (let side = 0; side < 4; side += 1) {
        const colour = face[(side + rotOf(code)) % 4];
        sides[side].set(colour, (sides[side].get(colour) ?? 0) + 1);
      }
    }
    this.shown.set(codes, sides);
    return sides;
  }

  /** The logarithm of the probability that candidates of two empty squares match. @param {number} index @param {number} side */
  matches(index, side) {
    const beyond = this.puzzle.neighbours[index][side];
    const [here, other] = [index, beyond].map((each) => this.classes.get(this.codes.get(each) ?? []) ?? 0);
    const key = 4 * (here * this.classes.size + other) + side;
    const known = this.matching.get(key);
    if (known !== undefined) return known;
    const there = this.showing(beyond)[opposite(side)];
    let pairs = 0;
    for (const [colour, number] of this.showing(index)[side]) pairs += number * (there.get(this.puzzle.partner(colour)) ?? 0);
    const logs = Math.log(pairs / (this.number(index) * this.number(beyond)));
    this.matching.set(key, logs);
    return logs;
  }

  /** How many candidates a square has. @param {number} index */
  number(index) {
    return this.codes.get(index)?.length ?? 0;
  }

  /** Orders that may be good ones: square by square where fewest tiles fit, and line by line. @returns {Generator<number[], void>} */
  *orders() {
    const { puzzle, empty } = this;
    yield this.fewest();
    for (const [across, down] of [[1, 1], [-1, 1], [1, -1], [-1, -1]]) {
      /** @param {number} index @param {boolean} rows */
      const rank = (index, rows) => {
        const [col, row] = puzzle.place(index);
        return rows ? down * row * puzzle.cols + across * col : across * col * puzzle.rows + down * row;
      };
      for (const rows of [true, false]) yield [...empty].sort((one, other) => rank(one, rows) - rank(other, rows));
    }
    const corners = [0, puzzle.cols - 1, puzzle.squares - puzzle.cols, puzzle.squares - 1];
    const laid = new Map(empty.map((index) => [index, this.sidesLaid(index)]));
    const beside = empty.filter((index) => laid.get(index)).sort((one, other) => (laid.get(other) ?? 0) - (laid.get(one) ?? 0));
    const starts = new Set([...corners, ...beside].filter((index) => laid.has(index)));
    for (const start of [...starts].slice(0, COMPACT_STARTS)) for (const weight of [0, 0.5]) yield this.compact(start, weight);
  }

  /** At how many sides of a square a tile lies. @param {number} index */
  sidesLaid(index) {
    return this.puzzle.neighbours[index].filter((beyond) => beyond >= 0 && !this.codes.has(beyond)).length;
  }

  /**
   * From a square on, always the one at the border of what is filled that has most sides known, of these the nearest.
   * @param {number} start @param {number} weight the weight of a side at the frame relative to a side next to a tile
   */
  compact(start, weight) {
    const { puzzle } = this;
    const known = new Map(this.empty.map((index) => [index, this.sidesLaid(index) + weight * puzzle.outer[index].filter(Boolean).length]));
    const [col, row] = puzzle.place(start);
    const away = (/** @type {number} */ index) => {
      const [otherCol, otherRow] = puzzle.place(index);
      return (col - otherCol) ** 2 + (row - otherRow) ** 2;
    };
    const border = new Set([start]);
    const order = [];
    while (known.size) {
      let next = -1;
      let most = -1;
      // Placed tiles may cut the board into parts.
      for (const index of border.size ? border : known.keys()) {
        const sides = known.get(index) ?? 0;
        const nearer = sides === most && (away(index) < away(next) || (away(index) === away(next) && index < next));
        if (sides > most || nearer) [next, most] = [index, sides];
      }
      order.push(next);
      border.delete(next);
      known.delete(next);
      for (const beyond of puzzle.neighbours[next]) {
        const sides = known.get(beyond);
        if (sides === undefined) continue;
        known.set(beyond, sides + 1);
        border.add(beyond);
      }
    }
    return order;
  }

  /** Always a square where fewest tiles are expected to fit. */
  fewest() {
    const fits = new Map(this.empty.map((index) => [index, Math.log(this.number(index))]));
    const order = [];
    while (fits.size) {
      let next = -1;
      for (const [index, logs] of fits) if (next < 0 || logs < (fits.get(next) ?? 0)) next = index;
      order.push(next);
      fits.delete(next);
      this.puzzle.neighbours[next].forEach((beyond, side) => {
        const logs = fits.get(beyond);
        if (logs !== undefined) fits.set(beyond, logs + this.matches(next, side));
      });
    }
    return order;
  }

  /** What is expected of an order. @param {number[]} squares @returns {Order} */
  expected(squares) {
    const { puzzle } = this;
    const depths = new Map();
    /** @type {Map<number, number>} how many tiles of a kind of squares are laid */
    const used = new Map();
    const kindOf = (/** @type {number} */ index) => (puzzle.framed ? puzzle.outer[index].filter(Boolean).length : 0);
    const have = new Map();
    for (const index of squares) have.set(kindOf(index), (have.get(kindOf(index)) ?? 0) + 1);
    let logs = 0;
    const tiles = [];
    for (const index of squares) {
      const kind = kindOf(index);
      const laid = used.get(kind) ?? 0;
      logs += Math.log(this.number(index) * (1 - laid / have.get(kind)));
      puzzle.neighbours[index].forEach((beyond, side) => { if (depths.has(beyond)) logs += this.matches(index, side); });
      used.set(kind, laid + 1);
      depths.set(index, depths.size);
      tiles.push(logs);
    }
    return { squares, tiles: sum(tiles), boards: logs };
  }

  /** The order in which fewest tiles are expected to be laid, or the first one with few. @returns {Order} */
  best() {
    /** @type {Order | null} */
    let best = null;
    for (const squares of this.orders()) {
      const order = this.expected(squares);
      if (!best || order.tiles < best.tiles) best = order;
      if (best.tiles < FEW_TILES) break;
    }
    return /** @type {Order} */ (best);
  }

  /** The numbers that `board_new` in `scan.c` documents, and the candidates of each square. @param {number[]} order */
  input(order) {
    const { puzzle } = this;
    const numberOf = new Map(puzzle.colours.map((colour, number) => [colour, number]));
    /** @type {Map<string, number>} */
    const lists = new Map();
    /** @type {number[][]} */
    const listed = [];
    /** @type {number[]} */
    const written = [];
    const listOf = order.map((index) => {
      const codes = /** @type {number[]} */ (this.codes.get(index));
      const [col, row] = puzzle.place(index);
      // Colours meet as numbers that are equal: every second square shows the partners.
      const other = puzzle.partners.length > 0 && (col + row) % 2 === 1;
      const key = `${other} ${codes.join()}`;
      let list = lists.get(key);
      if (list === undefined) {
        list = lists.size;
        lists.set(key, list);
        listed.push(codes);
        written.push(codes.length);
        for (const code of codes) {
          const sides = puzzle.sides(code).map((colour) => numberOf.get(other ? puzzle.partner(colour) : colour) ?? 0);
          written.push(this.kindOf.get(puzzle.tileOf(code)) ?? 0, ...sides);
        }
      }
      return list;
    });
    /** @type {Map<string, number>} */
    const tables = new Map();
    /** @type {number[]} */
    const ways = [];
    /** @type {number[]} */
    const squares = [];
    const depths = new Map();
    order.forEach((index, depth) => {
      const known = puzzle.neighbours[index].flatMap((beyond, side) => (depths.has(beyond) ? [[side, depths.get(beyond)]] : []));
      const sides = known.slice(0, 2).map(([side]) => side);
      const way = [listOf[depth], sides.length, sides[0] ?? 0, sides[1] ?? 0];
      const table = tables.get(way.join()) ?? tables.size;
      if (table === tables.size) {
        tables.set(way.join(), table);
        ways.push(...way);
      }
      squares.push(table, known.length, ...known.flat());
      depths.set(index, depth);
    });
    const kinds = this.kinds.map((tiles) => tiles.length);
    return {
      numbers: Int32Array.from([order.length, numberOf.size, kinds.length, ...kinds, lists.size].concat(written, tables.size, ways, squares)),
      lists: listOf.map((list) => listed[list]),
    };
  }
}

/** A channel to oneself: the page goes on before its message comes. */
const pause = () => new Promise((resolve) => {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => {
    channel.port1.close();
    resolve(null);
  };
  channel.port2.postMessage(null);
});

/** A search of a board by `scan.c`. */
export class Scan {
  /** @param {WebAssembly.Instance} instance @param {Outlook} outlook @param {number[]} laid @param {Order} order */
  constructor(instance, outlook, laid, order) {
    this.outlook = outlook;
    this.laid = laid;
    this.order = order;
    this.c = /** @type {any} */ (instance.exports);
    const { numbers, lists } = outlook.input(order.squares);
    this.lists = lists;
    const given = this.c.malloc(4 * numbers.length);
    new Int32Array(this.c.memory.buffer, given, numbers.length).set(numbers);
    const board = this.c.board_new(given);
    this.state = board && this.c.scan_new(board, 0);
    this.places = this.state && this.c.malloc(4 * order.squares.length);
    /** @type {number[][]} */
    this.boards = [];
  }

  get over() {
    return Boolean(this.c.scan_is_over(this.state));
  }

  /**
   * Continue until N boards are found, or there are no others.
   * @param {number} most
   * @param {() => boolean} goesOn asked between slices
   * @returns {Promise<Found | null>} null if it was not to go on
   */
  async run(most, goesOn) {
    let began = performance.now();
    for (;;) {
      while (this.boards.length < most && !this.over) {
        if (this.c.scan_next(this.state, this.places, 1, BigInt(SLICE))) this.boards.push(this.board());
        if (performance.now() - began > PAUSE) break;
      }
      if (this.boards.length >= most || this.over) return { boards: this.boards, over: this.over };
      await pause();
      if (!goesOn()) return null;
      began = performance.now();
    }
  }

  /** The board that was found. */
  board() {
    const { puzzle, kinds, kindOf } = this.outlook;
    const places = new Int32Array(this.c.memory.buffer, this.places, this.order.squares.length);
    const board = [...this.laid];
    const used = kinds.map(() => 0);
    this.order.squares.forEach((index, depth) => {
      const code = this.lists[depth][places[depth]];
      const kind = /** @type {number} */ (kindOf.get(puzzle.tileOf(code)));
      const tile = kinds[kind][used[kind]];
      used[kind] += 1;
      const sides = puzzle.sides(code).join();
      board[index] = puzzle.looks[tile].find((each) => puzzle.sides(each).join() === sides) ?? code;
    });
    return board;
  }
}

/** Makes scans of boards where they are worth while. */
export class Scanner {
  /** @param {string} packed `scan.c` as WebAssembly, base64 of gzip */
  constructor(packed) {
    this.packed = packed;
    /** @type {Promise<WebAssembly.Module> | null} */
    this.module = null;
    /** The squares from which on even a short scan is worth while. */
    this.least = FEW_SQUARES;
  }

  /**
   * A scan of a board, where it is expected to come to an end: of all boards, or of as many as it takes to find one.
   * @param {Puzzle} puzzle @param {number[]} laid @param {boolean} one whether one is wanted
   * @returns {Promise<Scan | null>}
   */
  async begin(puzzle, laid, one, fitting = new Fitting(puzzle, laid)) {
    if (puzzle.signs || !puzzle.paired || puzzle.wraps.length || !laid.includes(EMPTY)) return null;
    const outlook = new Outlook(puzzle, fitting);
    if (outlook.empty.some((index) => !outlook.number(index))) return null;
    const order = outlook.best();
    if (puzzle.squares < this.least && order.tiles < SHORT) return null;
    if (order.tiles - (one ? Math.max(0, order.boards) : 0) > LONG) return null;
    this.module ??= unpacked(this.packed).arrayBuffer().then(WebAssembly.compile);
    const scan = new Scan(await WebAssembly.instantiate(await this.module), outlook, laid, order);
    return scan.places ? scan : null; // null without memory
  }
}
