// Puzzles and boards as texts: .puz, .sol, links of the viewers, facts, and answers of clingo. Other formats are left to `edgeasp convert`.

import { boardOfAtoms, counted, EMPTY, groupsBy, Puzzle, WORDS, degrees } from "./puzzle.js";

/** A text that cannot be read; the message names the line. */
export class TextError extends Error {}

const MOST_SQUARES = 4096;
/** The highest number of a tile that is read; a puzzle may have fewer. */
const MOST_TILES = 99999;

/** @param {string} text @returns {{words: string[], line: number}[]} the lines that are neither blank nor a `c` comment */
const records = (text) => text.replace(/^\ufeff/, "").split("\n")
  .map((line, index) => ({ words: line.trim().split(/\s+/).filter(Boolean), line: index + 1 }))
  .filter(({ words }) => words.length && !words[0].startsWith("c"));

/** @param {string} word @param {number} line @param {string} noun @param {number} low @param {number} high */
const natural = (word, line, noun, low, high) => {
  const number = /^[0-9]{1,9}$/.test(word) ? Number(word) : NaN;
  if (!(number >= low && number <= high)) {
    throw new TextError(`line ${line}: expected ${noun} from ${low} to ${high}, found ${quoted(word)}`);
  }
  return number;
};

/** @param {string} word */
const quoted = (word) => `“${word.length > 40 ? `${word.slice(0, 40)}…` : word}”`;

/** A comment of a .puz that speaks to edgeasp, however it is written: without it, it is another puzzle. */
const COMMENT = /^[^\S\n]*c[^\S\n]+(edgeasp(?:[-,.:;]\S*)?[^\S\n]+\S[^\n]*)$/gim;
const DIFFERENT = "different";
const PARTS = [...WORDS, "hole"];

/**
 * @typedef {object} Said what comments say
 * @property {string[]} partners
 * @property {number | null} spare
 * @property {boolean} turning
 * @property {boolean} flipping
 * @property {Map<number, number[]>} only
 * @property {Map<string, number[]>} rim
 * @property {string[]} outline
 * @property {string[]} wraps
 */

/** @param {string} text @returns {Said} */
const readComments = (text) => {
  /** @type {Said} */
  const said = { partners: [], spare: null, turning: true, flipping: false, only: new Map(), rim: new Map(), outline: [], wraps: [] };
  for (const [, comment] of text.matchAll(COMMENT)) {
    const [tag, name, ...rest] = comment.trim().split(/\s+/);
    if (tag !== "edgeasp" || !heed(said, name, rest)) {
      throw new TextError(`expected a puzzle that this page knows, found ${quoted(`c ${comment.trim()}`)}: edgeasp solves it`);
    }
  }
  return said;
};

/** Note what a comment says; false if it is none that the page knows. @param {Said} said @param {string} name @param {string[]} rest */
const heed = (said, name, rest) => {
  /** @param {string} part @param {number[]} colours */
  const part = (part, colours) => {
    if (said.rim.has(part)) throw new TextError(`expected the rim of part ${part} once, found it again`);
    said.rim.set(part, colours);
  };
  if (name === "partners") {
    if (!rest.length) throw new TextError("expected pairs such as 1-2 as partners, found none");
    said.partners.push(...rest);
  } else if (name === "no" && rest.join(" ") === "turning") said.turning = false;
  else if (name === "turning" && rest.join(" ") === "over") said.flipping = true;
  else if (name === "tiles" && rest.length === 3 && rest[1] === "only") {
    const [tiles, orientations] = [numbersOf(rest[0], MOST_TILES), numbersOf(rest[2], 7)];
    for (const tile of tiles) {
      if (said.only.has(tile)) throw new TextError(`expected the orientations of tile ${tile} once, found them again`);
      said.only.set(tile, orientations);
    }
  } else if (name === "spare" && /^\d{1,4}$/.test(rest.join(" "))) {
    if (said.spare !== null) throw new TextError("expected the number of spare tiles once, found it again");
    said.spare = Number(rest[0]);
  } else if (name === "open" && rest.length && rest.every((word) => PARTS.includes(word))) new Set(rest).forEach((word) => { part(word, []); });
  else if (name === "rim" && rest.length > 1 && PARTS.includes(rest[0]) && rest.slice(1).every((word) => /^0*[1-9]\d{0,8}$/.test(word))) {
    part(rest[0], [...new Set(rest.slice(1).map(Number))].sort((one, other) => one - other));
  } else if (name === "wraps" && rest.length && rest.every((word) => word === "columns" || word === "rows")) said.wraps.push(...rest);
  else if (name === "outline" && rest.length === 1 && /^[#.]+(\/[#.]+)*$/.test(rest[0])) said.outline.push(...rest[0].split("/"));
  else return name === "generate";
  return true;
};

/** The numbers of a list such as 3,5-9, each once. @param {string} words @param {number} most */
const numbersOf = (words, most) => {
  const numbers = words.split(",").flatMap((word) => {
    const [, first, last = first] = /^0*(\d{1,5})(?:-0*(\d{1,5}))?$/.exec(word) ?? [];
    const [low, high] = [Number(first), Number(last)];
    if (!first || low > high || high > most) throw new TextError(`expected numbers from 0 to ${most}, as in 3,5-9, found ${quoted(word)}`);
    return Array.from({ length: high - low + 1 }, (_, index) => low + index);
  });
  return [...new Set(numbers)].sort((one, other) => one - other);
};

/** The pairs of colours that meet each other, each once. @param {string[]} words @param {number[][]} tiles @returns {[number, number][]} */
const readPartners = (words, tiles) => {
  const pairs = words.flatMap((word) => {
    if (word === DIFFERENT) return allThatDiffer(tiles);
    const [, one, other] = /^0*([1-9]\d{0,8})-0*([1-9]\d{0,8})$/.exec(word) ?? [];
    if (!other) throw new TextError(`expected pairs such as 1-2 as partners, found ${quoted(word)}`);
    return [/** @type {[number, number]} */ ([Number(one), Number(other)].sort((low, high) => low - high))];
  });
  // A colour that meets itself alone is as others are.
  const others = new Set(pairs.filter(([one, other]) => one !== other).flat());
  const kept = pairs.filter(([one, other]) => one !== other || others.has(one));
  return [...new Map(kept.map((pair) => [pair.join("-"), pair])).values()].sort((one, other) => one[0] - other[0] || one[1] - other[1]);
};

/** The pairs of different colours that tiles show; a single one meets another that no tile shows. @param {number[][]} tiles @returns {[number, number][]} */
const allThatDiffer = (tiles) => {
  const colours = [...new Set(tiles.flat())].filter((colour) => colour > 0).sort((one, other) => one - other);
  if (colours.length === 1) colours.push(colours[0] + 1);
  return colours.flatMap((one, at) => colours.slice(at + 1).map((other) => /** @type {[number, number]} */ ([one, other])));
};

/** The squares that are not on a board, as an outline draws it. @param {string[]} outline @param {number} cols @param {number} rows */
const readHoles = (outline, cols, rows) => {
  if (!outline.length) return [];
  if (outline.length !== rows || outline.some((row) => row.length !== cols)) throw new TextError(`expected an outline of ${cols} x ${rows}`);
  const holes = [...outline.join("")].flatMap((square, index) => (square === "." ? [index] : []));
  if (holes.length === cols * rows) throw new TextError("expected a square in the outline of a board");
  return holes;
};

/** The puzzle of a .puz. @param {string} text @returns {Puzzle} */
export const readPuz = (text) => {
  const said = readComments(text);
  const [header, ...lines] = records(text);
  if (!header) throw new TextError("expected a puzzle: a line with its size, then a line for each tile");
  if (header.words.length > 2) throw new TextError(`line ${header.line}: expected columns and rows, found ${counted(header.words.length, "field")}`);
  const [cols, rows] = [header.words[0], header.words[header.words.length - 1]]
    .map((word) => natural(word, header.line, "columns and rows", 2, MOST_SQUARES / 2));
  if (cols * rows > MOST_SQUARES) throw new TextError(`line ${header.line}: expected at most ${MOST_SQUARES} squares`);
  const holes = readHoles(said.outline, cols, rows);
  const spare = said.spare ?? 0;
  const wanted = cols * rows - holes.length + spare;
  if (lines.length !== wanted) {
    const less = `${holes.length ? ` without ${holes.length}` : ""}${spare ? ` and ${spare} left over` : ""}`;
    throw new TextError(`expected ${wanted} tiles for ${cols} x ${rows}${less}, found ${lines.length}`);
  }
  const tiles = lines.map(({ words, line }) => {
    if (words.length < 4 || words.length > 5) throw new TextError(`line ${line}: expected four colours, found ${counted(words.length, "field")}`);
    return words.slice(0, 4).map((word) => natural(word, line, "a colour", 0, 999));
  });
  const signs = lines.map(({ words, line }) => {
    if (words[4] && !"+-".includes(words[4])) throw new TextError(`line ${line}: expected a sign (+ or -), found ${quoted(words[4])}`);
    return words[4] ?? "";
  });
  const wraps = ["columns", "rows"].filter((axis) => said.wraps.includes(axis));
  const odd = wraps.find((axis) => (axis === "rows" ? rows : cols) % 2);
  if (odd && signs.some(Boolean)) throw new TextError(`signs alternate: expected an even number of ${odd} where they wrap around`);
  const { turning, flipping } = said;
  const only = [...said.only].sort(([one], [other]) => one - other);
  for (const [tile, orientations] of only) {
    if (tile >= tiles.length) throw new TextError(`expected tiles from 0 to ${tiles.length - 1}, found tile ${tile}`);
    const wrong = orientations.find((each) => (each > 3 && !flipping) || (each % 4 > 0 && !turning));
    if (wrong !== undefined) throw new TextError(`tile ${tile} may lie in orientation ${wrong}: expected one that tiles of this puzzle have`);
  }
  return new Puzzle({ cols, rows, tiles, signs, partners: readPartners(said.partners, tiles), rim: [...said.rim], turning, flipping, only, holes, wraps });
};

/** @param {Puzzle} puzzle */
export const writePuz = (puzzle) => {
  const tiles = puzzle.tiles.map((sides, tile) => `${[...sides, ...(puzzle.signs?.[tile] || "")].join(" ")}\n`);
  const partners = puzzle.differing ? DIFFERENT : puzzle.partners.map((pair) => pair.join("-")).join(" ");
  const open = [...puzzle.rim].flatMap(([part, colours]) => (colours.length ? [] : [part]));
  const comments = [
    ...(partners ? [`partners ${partners}`] : []), ...(puzzle.turning ? [] : ["no turning"]),
    ...(puzzle.flipping ? ["turning over"] : []),
    // Tiles with the same orientations share a comment.
    ...[...groupsBy(puzzle.only.keys(), (tile) => String(puzzle.only.get(tile)))].map(([orientations, tiles]) => `tiles ${tiles} only ${orientations}`),
    ...(puzzle.spare ? [`spare ${puzzle.spare}`] : []), ...(open.length ? [`open ${open.join(" ")}`] : []),
    ...[...puzzle.rim].filter(([, colours]) => colours.length).map(([part, colours]) => ["rim", part, ...colours].join(" ")),
    ...(puzzle.holes.length ? rowsOf(puzzle).map((row) => `outline ${row}`) : []),
    ...(puzzle.wraps.length ? [`wraps ${puzzle.wraps.join(" ")}`] : []),
  ];
  return `${puzzle.cols} ${puzzle.rows}\n${comments.map((comment) => `c edgeasp ${comment}\n`).join("")}${tiles.join("")}`;
};

/** A board as people draw it, a row a text: # a square and . a hole. @param {Puzzle} puzzle */
const rowsOf = ({ rows, cols, blank }) => Array.from({ length: rows }, (_, row) =>
  blank.slice(row * cols, (row + 1) * cols).map((code) => (code === EMPTY ? "#" : ".")).join(""));

/** The board of a .sol, complete or partial. @param {string} text @param {Puzzle} puzzle */
export const readSol = (text, puzzle) => {
  const laid = puzzle.blank;
  const tiles = new Set();
  for (const { words, line } of records(text)) {
    if (words.length !== 4) throw new TextError(`line ${line}: expected tile, column, row and rotation, found ${counted(words.length, "field")}`);
    const tile = natural(words[0], line, "a tile", 0, puzzle.tiles.length - 1);
    const col = natural(words[1], line, "a column", 0, puzzle.cols - 1);
    const row = natural(words[2], line, "a row", 0, puzzle.rows - 1);
    const code = puzzle.code(tile, natural(words[3], line, "a rotation", 0, puzzle.orientations[puzzle.orientations.length - 1]));
    if (!puzzle.mayLie(code)) {
      const words = puzzle.ways[tile].map((each) => puzzle.orientation(each)).join(" or ");
      throw new TextError(`line ${line}: expected rotation ${words} of tile ${puzzle.number(tile)}, found ${puzzle.orientation(code)}`);
    }
    if (puzzle.holes.includes(row * puzzle.cols + col)) throw new TextError(`line ${line}: ${puzzle.name(row * puzzle.cols + col)} is no square of the board`);
    if (tiles.has(tile)) throw new TextError(`line ${line}: tile ${puzzle.number(tile)} is on two squares`);
    if (laid[row * puzzle.cols + col] >= 0) throw new TextError(`line ${line}: ${puzzle.name(row * puzzle.cols + col)} holds two tiles`);
    tiles.add(tile);
    laid[row * puzzle.cols + col] = code;
  }
  if (!tiles.size) throw new TextError("expected a line for each tile: tile, column, row and rotation");
  return laid;
};

// ---- links ----

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const EDGES = /board_edges=([a-z]+)/;
const PIECES = /board_pieces=(\d+)/;

/** @param {string} text */
export const isLink = (text) => EDGES.test(text);

/**
 * The board of a link with the puzzle's tiles, found by their colours. Among tiles with the same look it prefers a tile
 * given there, or named by the link.
 * @param {string} text @param {Puzzle} puzzle @param {Map<number, number>} given
 */
export const readLink = (text, puzzle, given) => {
  const letters = EDGES.exec(text)?.[1] ?? "";
  const { cols, rows } = puzzle;
  for (const [name, wanted] of /** @type {[string, number][]} */ ([["board_w", cols], ["board_h", rows], ["puzzle_size", cols], ["puzzle_size", rows]])) {
    const size = new RegExp(`${name}=(\\d+)`).exec(text)?.[1];
    if (size && Number(size) !== wanted) throw new TextError(`expected a board of ${cols} x ${rows}, the link has ${name}=${size}`);
  }
  if (letters.length !== 4 * puzzle.squares) {
    throw new TextError(`the link has ${Math.floor(letters.length / 4)} squares, this puzzle ${puzzle.squares}`);
  }
  const pieces = PIECES.exec(text)?.[1].match(/.../g) ?? [];
  const elsewhere = new Set([...given.values()].map((code) => puzzle.tileOf(code)));
  const left = new Set(puzzle.tiles.keys());
  const laid = puzzle.blank;
  for (let index = 0; index < puzzle.squares; index += 1) {
    const sides = [...letters.slice(4 * index, 4 * index + 4)].map((letter) => LETTERS.indexOf(letter));
    if (sides.every((colour) => colour === 0)) continue;
    if (puzzle.holes.includes(index)) throw new TextError(`the link has a tile on ${puzzle.name(index)}, which is no square of the board: expected none there`);
    const codes = [...left].flatMap((tile) => puzzle.ways[tile])
      .filter((each) => puzzle.sides(each).every((colour, side) => colour === sides[side]));
    const code = codes.find((each) => each === given.get(index)) ?? codes.find((each) => puzzle.tileOf(each) === Number(pieces[index]) - 1)
      ?? codes.find((each) => !elsewhere.has(puzzle.tileOf(each))) ?? codes[0];
    if (code === undefined) {
      throw new TextError(`${puzzle.name(index)} of the link holds a tile that this puzzle has not, `
        + "or under other colour names: edgeasp convert carries it over");
    }
    left.delete(puzzle.tileOf(code));
    laid[index] = code;
  }
  return laid;
};

/** The link to a board on a viewer; null if it has more colours than letters, or conditions that no viewer knows. @param {Puzzle} puzzle @param {number[]} laid @param {string} start */
export const writeLink = (puzzle, laid, start) => {
  if (puzzle.partners.length || puzzle.otherBoard || !puzzle.turning || puzzle.flipping || puzzle.colours[puzzle.colours.length - 1] > 25) return null;
  const edges = laid.map((code) => (code < 0 ? "aaaa" : puzzle.sides(code).map((colour) => LETTERS[colour]).join("")));
  const pieces = laid.map((code) => String(code < 0 ? 0 : puzzle.tileOf(code) + 1).padStart(3, "0"));
  return `${start}puzzle=edgeasp&board_w=${puzzle.cols}&board_h=${puzzle.rows}&board_edges=${edges.join("")}`
    + (puzzle.tiles.length <= 999 ? `&board_pieces=${pieces.join("")}` : "");
};

// ---- answers of clingo ----

const ATOM = /\bchosen(Tile|Rotation)\((\d+),(\d+),(\d+)\)/g;

/** The board of an answer, such as `chosenTile(1,1,7) chosenRotation(1,1,90)`. @param {string} text @param {Puzzle} puzzle */
export const readAtoms = (text, puzzle) => {
  const atoms = [...text.matchAll(ATOM)];
  for (const [atom, name, col, row, value] of atoms) {
    const known = Number(col) >= 1 && Number(col) <= puzzle.cols && Number(row) >= 1 && Number(row) <= puzzle.rows
      && !puzzle.holes.includes((Number(row) - 1) * puzzle.cols + Number(col) - 1) && (name === "Tile" ? Number(value) >= 1 && Number(value) <= puzzle.tiles.length : puzzle.orientations.map(degrees).includes(Number(value)));
    if (!known) throw new TextError(`expected a square and a ${name.toLowerCase()} of this puzzle, found ${quoted(atom)}`);
  }
  const places = atoms.filter(([, name]) => name === "Tile");
  for (const [noun, key] of /** @type {[string, (atom: string[]) => string][]} */ ([
    ["tile", (atom) => atom[4]], ["square", (atom) => `${atom[2]},${atom[3]}`]])) {
    const seen = new Set();
    const twice = places.map(key).find((each) => seen.has(each) || !seen.add(each));
    if (twice) throw new TextError(`expected one answer: ${noun} ${twice} is chosen twice`);
  }
  const laid = boardOfAtoms(puzzle, atoms.map(([atom]) => atom));
  const wrong = laid.findIndex((code) => code >= 0 && !puzzle.mayLie(code));
  if (wrong >= 0) throw new TextError(`expected a rotation that tile ${puzzle.number(puzzle.tileOf(laid[wrong]))} may have, found ${degrees(puzzle.orientation(laid[wrong]))}`);
  return laid;
};

/** The board in a text, which is a link, an answer of clingo, or a .sol. @param {string} text @param {Puzzle} puzzle @param {Map<number, number>} [given] */
export const readBoard = (text, puzzle, given = new Map()) => {
  if (isLink(text)) return readLink(text, puzzle, given);
  return text.includes("chosenTile(") ? readAtoms(text, puzzle) : readSol(text, puzzle);
};

/** Whether a text is more likely a puzzle than a board. @param {string} text */
export const seemsPuzzle = (text) => !isLink(text) && !text.includes("chosenTile(") && (records(text)[0]?.words.length ?? 3) < 3;

// ---- facts ----

const NAMES = ["black", "red", "green", "blue", "yellow", "orange", "purple", "cyan", "magenta", "brown", "pink", "grey",
  "white", "olive", "teal", "navy", "maroon"];

/** @param {number} colour */
const colourName = (colour) => NAMES[colour] ?? `colour${colour}`;

/** @param {number} most @param {string} name */
const upTo = (most, name) => Array.from({ length: most }, (_, index) => `${name}(${index + 1}).`).join(" ");

/** Facts of a placement, such as `clue(1,1,4,90).` @param {Puzzle} puzzle @param {string} name @param {number} index @param {number} code */
export const placementFact = (puzzle, name, index, code) => {
  const [col, row] = puzzle.place(index);
  const canonical = puzzle.canonical(code);
  return `${name}(${col + 1},${row + 1},${puzzle.tileOf(canonical) + 1},${degrees(puzzle.orientation(canonical))}).`;
};

/** The facts of a puzzle as `edgeasp facts` prints them. @param {Puzzle} puzzle */
export const facts = (puzzle) => {
  const { partners } = puzzle;
  const parts = [...puzzle.rim];
  const named = new Set([...puzzle.colours, ...parts.flatMap(([, colours]) => colours)]);
  const colours = [...[...named].filter((colour) => colour > 0).sort((one, other) => one - other), ...(puzzle.framed ? [0] : [])];
  const lines = [
    `% An edge-matching puzzle of ${puzzle.cols} x ${puzzle.rows} squares, ${puzzle.framed ? "framed" : "unframed"}.`,
    '% Facts of the class "Edge Matching": columns and rows from 1, (1,1) at the top left.',
    ...(partners.length ? ["% Beyond the class: adjacent sides show partners, as stated by partner(C,D)."] : []),
    "",
    "% The board.",
    upTo(puzzle.cols, "col"),
    upTo(puzzle.rows, "row"),
    "% Rotations are clockwise degrees.",
    [0, 90, 180, 270].slice(0, puzzle.turning ? 4 : 1).map((turn) => `rotation(${turn}).`).join(" "),
    WORDS.map((word) => `side(${word}).`).join(" "),
    "% Colours, in the order of their numbers.",
    colours.map((colour) => `colour(${colourName(colour)}).`).join(" "),
    "% Tiles, each with the colours of its sides before it is rotated.",
    ...puzzle.tiles.map((sides, tile) => [`tile(${tile + 1}).`,
      ...sides.map((colour, side) => `tileSide(${tile + 1},${WORDS[side]},${colourName(colour)}).`)].join(" ")),
  ];
  const holes = puzzle.holes.map((index) => puzzle.place(index)).sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  const over = puzzle.orientations.filter((each) => each > 3).map(degrees).sort((one, other) => one - other);
  /** @param {string[]} all in a line */
  const line = (all) => (all.length ? [all.join(" ")] : []);
  /** @type {[string, string[]][]} */
  const beyond = [
    ["The colour of the frame.", puzzle.framed ? ["frame(black)."] : []],
    ["Sides of the board that the frame leaves open.", line(parts.flatMap(([part, colours]) => (colours.length ? [] : [`open(${part}).`])))],
    ["Parts of the boundary, and the colours that each may show.",
      line(parts.flatMap(([part, colours]) => colours.map((colour) => `rim(${part},${colourName(colour)}).`)))],
    ["Columns and rows without a square.", line(holes.map(([col, row]) => `hole(${col + 1},${row + 1}).`))],
    ["What wraps around: the last is adjacent to the first.", line(puzzle.wraps.map((axis) => `wraps(${axis}).`))],
    ["The number of spare tiles.", puzzle.spare ? [`spare(${puzzle.spare}).`] : []],
    ["Tiles may be flipped, left to right, and then rotated by the degrees above 360.", line(over.map((turn) => `rotation(${turn}).`))],
    ["Tiles with restricted rotations.", [...puzzle.only].map(([tile, orientations]) =>
      orientations.map(degrees).sort((one, other) => one - other).map((turn) => `only(${tile + 1},${turn}).`).join(" "))],
    ["Colours that match each other; any other colour matches itself.",
      partners.map(([one, other]) => `partner(${colourName(one)},${colourName(other)}).`)],
    ["Tiles that carry a sign: adjacent tiles have opposite signs.", (puzzle.signs ?? []).flatMap((sign, tile) =>
      (sign ? [`tileSign(${tile + 1},${sign === "+" ? "plus" : "minus"}).`] : []))],
  ];
  const known = beyond.filter(([, all]) => all.length).flatMap(([what, all]) => [`% ${what}`, ...all]);
  if (known.length) lines.push("", "% Beyond the class: what else is known of this puzzle.", ...known);
  return `${lines.join("\n")}\n`;
};
