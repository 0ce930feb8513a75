// Tiles and boards as SVG: the texts of shapes, and a board of which only what has changed is drawn again.

import { HOLE, STEPS, Puzzle, degrees } from "./puzzle.js";

/**
 * @typedef {{rgb: string, ink: string, accent: string, motif: string, own?: boolean, letters?: string}} Paint `own` as its user wants it
 * @typedef {object} Look how sides and centres are labelled
 * @property {string} sides numbers, patterns or nothing
 * @property {string} [centre] tile, place, turn or nothing
 *
 * @typedef {object} Cell a square with its content
 * @property {number} index
 * @property {number} col
 * @property {number} row
 * @property {number | null} tile
 * @property {number} [code]
 * @property {number} [rot]
 * @property {number[]} [sides]
 * @property {boolean} [clue]
 * @property {string} [label] what an empty square shows
 * @property {string} [name] the number of the tile, with its sign
 * @property {string} [sign] of the tile, which is seen unless its name is
 * @property {string} [place] the name of the square
 */

/** A text within the text of an element. @param {string} text */
export const escaped = (text) => text.replace(/[&<"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

export const UNIT = 60;
export const HALF = UNIT / 2;
// Squares have absolute coordinates: a browser processes transformed groups one by one.
/** Where each side begins, clockwise, and its triangle from there. */
const STARTS = [[0, 0], [UNIT, 0], [UNIT, UNIT], [0, UNIT]];
const WEDGES = [`h${UNIT}l-${HALF} ${HALF}z`, `v${UNIT}l-${HALF}-${HALF}z`, `h-${UNIT}l${HALF}-${HALF}z`, `v-${UNIT}l${HALF} ${HALF}z`];
const NUMBERS = [[HALF, 11.5], [UNIT - 11, HALF], [HALF, UNIT - 11.5], [11, HALF]];

/** @type {{paints: Record<string, Paint>, motifs: Record<string, string>}} */
const palette = { paints: {}, motifs: {} };

/** @param {Record<string, Paint>} paints @param {Record<string, string>} motifs the outline of half a motif by its name */
export const setPalette = (paints, motifs) => Object.assign(palette, { paints, motifs });

/** @type {Map<number, Paint>} how the colours of the puzzle are drawn, if not as always */
let looks = new Map();

/** Draw colours as a puzzle has them: a head and a tail are halves of a motif, and have one paint; words are as typed. @param {Puzzle} puzzle */
export const setLooks = (puzzle) => {
  /** @type {typeof looks} */
  const all = new Map();
  looks = new Map();
  const names = Object.keys(palette.motifs).filter((name) => name.endsWith(" head"));
  const heads = puzzle.colours.filter((colour) => colour && colour <= puzzle.partner(colour));
  if (puzzle.partners.length && puzzle.paired) heads.forEach((head, number) => {
    const [tail, plain, motif] = [puzzle.partner(head), paint(number + 1), names[number % names.length]];
    if (tail !== head) all.set(tail, { ...plain, motif: motif.replace("head", "tail") });
    all.set(head, tail === head ? plain : { ...plain, motif });
  });
  for (const [colour, look] of Object.entries(puzzle.drawn)) all.set(Number(colour), look);
  for (const colour of all.keys()) if (palette.paints[colour]?.own) all.delete(colour);
  looks = all;
};

/** The paint of a colour; colours beyond the last begin again. @param {number} colour */
export const paint = (colour) => {
  const own = looks.get(colour) ?? palette.paints[colour];
  if (own) return own;
  const every = Object.keys(palette.paints).filter((key) => key !== "0");
  return palette.paints[every[(colour - 1) % every.length]];
};

/** What is written on a side, beside or in place of its motif. @param {number} colour @param {string} sides */
export const lettering = (colour, sides) => (sides === "numbers" ? String(colour) : sides === "patterns" ? paint(colour).letters ?? "" : "");

/** Half the motif of a colour, drawn from the side inwards; a side has 100 units. @param {number} colour */
export const outline = (colour) => palette.motifs[paint(colour).motif] ?? "";

/** The triangle of a side, on a tile whose corner is at a point. @param {number} side @param {number} [x] @param {number} [y] */
export const triangle = (side, x = 0, y = 0) => `M${x + STARTS[side][0]} ${y + STARTS[side][1]}${WEDGES[side]}`;

/** @type {Map<string, string>} the outline of each motif on each side, from the middle of the side */
const outlines = new Map();

/** The same for half the motif of a colour; empty if it has none. @param {number} colour @param {number} side @param {number} [x] @param {number} [y] */
export const motif = (colour, side, x = 0, y = 0) => {
  const key = `${side}${paint(colour).motif}`;
  let shape = outlines.get(key);
  if (shape === undefined) {
    shape = onSide(outline(colour), side);
    outlines.set(key, shape);
  }
  return shape && `M${x + HALF + STEPS[side][0] * HALF} ${y + HALF + STEPS[side][1] * HALF}${shape}`;
};

/** An outline, turned to its side and in the units of a tile, as steps from point to point. @param {string} text @param {number} side */
const onSide = (text, side) => {
  let [atX, atY] = [0, 0];
  return text.split("z").filter(Boolean).map((polygon) => {
    const points = polygon.slice(1).split("L").map((point) => {
      const [x, y] = point.split(" ").map((number) => (Number(number) * UNIT) / 100);
      return [[x, y], [-y, x], [-x, -y], [y, -x]][side];
    });
    const steps = points.map(([x, y]) => {
      const step = [x - atX, y - atY].map((length) => Math.round(length * 100) / 100);
      atX += step[0];
      atY += step[1];
      return step.join(" ");
    });
    // The end of a polygon is its first point.
    [atX, atY] = points[0];
    return `m${steps[0]}l${steps.slice(1).join(" ")}z`;
  }).join("");
};

/**
 * A tile, 60 by 60 units.
 * @param {Cell} cell @param {Look} look @param {boolean} [alone] without what is written on it
 * @param {number} [x] where its corner is @param {number} [y]
 */
export const tileSvg = (cell, look, alone = false, x = 0, y = 0) => {
  const sides = cell.sides ?? [];
  let text = "";
  sides.forEach((colour, side) => {
    text += `<path class="side" data-colour="${colour}" fill="${paint(colour).rgb}" d="${triangle(side, x, y)}"/>`;
    const shape = look.sides === "patterns" ? motif(colour, side, x, y) : "";
    if (shape) text += `<path class="motif" data-colour="${colour}" fill="${paint(colour).accent}" d="${shape}"/>`;
  });
  text += `<path class="seam" d="M${x} ${y}l${UNIT} ${UNIT}m0-${UNIT}l-${UNIT} ${UNIT}"/>`;
  sides.forEach((colour, side) => {
    const [words, [right, down]] = [lettering(colour, look.sides), NUMBERS[side]];
    if (words) {
      text += `<text data-colour="${colour}" x="${x + right}" y="${y + down}" fill="${paint(colour).ink}"`
        + `${words.length > 2 ? ` class="${words.length > 3 ? "word" : "long"}"` : ""}>${escaped(words)}</text>`;
    }
  });
  if (alone) return text;
  const [middle, centre] = [x + HALF, y + HALF];
  if (look.centre === "tile") text += plate(cell.name ?? String(cell.tile), middle, centre);
  if (look.centre === "place") text += plate(`${cell.place ?? ""}${cell.sign ?? ""}`, middle, centre);
  if (look.centre === "turn") {
    text += `<circle class="plate" cx="${middle}" cy="${centre}" r="10"/><path class="north" `
      + `transform="rotate(${degrees(cell.rot ?? 0)} ${middle} ${centre})" d="M${middle} ${y + 22}l5.5 7h-3.5v9h-4v-9h-3.5z"/>`;
  }
  if (cell.sign && look.centre !== "tile" && look.centre !== "place") text += plate(cell.sign, middle + (look.centre === "turn" ? 16 : 0), centre);
  return text;
};

/** @param {string} words @param {number} x @param {number} y */
const plate = (words, x, y) => {
  const width = 5 + 5.8 * words.length;
  return `<rect class="plate" x="${x - width / 2}" y="${y - 7.5}" width="${width}" height="15" rx="3"/>`
    + `<text class="plated" x="${x}" y="${y + 0.3}">${escaped(words)}</text>`;
};

/** The whole motif, as on a diamond. @param {number} colour */
export const emblem = (colour) => {
  const half = `<path fill="${paint(colour).accent}" d="${outline(colour)}"`;
  return `<svg viewBox="-30 -30 60 60" aria-hidden="true">${half}/>${half} transform="rotate(180)"/></svg>`;
};

/** A tile by itself. @param {number[]} sides @param {Look} look */
export const single = (sides, look) =>
  `<svg viewBox="-1 -1 ${UNIT + 2} ${UNIT + 2}" aria-hidden="true">`
  + tileSvg({ index: 0, col: 0, row: 0, tile: 0, rot: 0, sides }, look, true)
  + `<rect class="rim" width="${UNIT}" height="${UNIT}"/></svg>`;

/** The content of a square. @param {Cell} cell @param {Look} look @param {number} [x] where its corner is @param {number} [y] */
export const squareSvg = (cell, look, x = cell.col * UNIT, y = cell.row * UNIT) => {
  if (cell.tile !== null) return tileSvg(cell, look, false, x, y);
  return `<rect class="empty" x="${x}" y="${y}" width="${UNIT}" height="${UNIT}"/>`
    + (cell.label ? `<text class="label" x="${x + HALF}" y="${y + HALF}">${escaped(cell.label)}</text>`
      : `<circle class="hole" cx="${x + HALF}" cy="${y + HALF}" r="4"/>`);
};

/** The lines between squares; where some are holes, a frame around each square. @param {Puzzle} puzzle */
export const gridSvg = ({ cols, rows, holes, blank }) => {
  const [width, height] = [cols * UNIT, rows * UNIT];
  if (holes.length) {
    return blank.map((code, index) => (code === HOLE ? "" : `<rect class="rim" x="${(index % cols) * UNIT}" `
      + `y="${Math.floor(index / cols) * UNIT}" width="${UNIT}" height="${UNIT}"/>`)).join("");
  }
  let path = "";
  for (let col = 1; col < cols; col += 1) path += `M${col * UNIT} 0V${height}`;
  for (let row = 1; row < rows; row += 1) path += `M0 ${row * UNIT}H${width}`;
  return `<path class="grid" d="${path}"/><rect class="rim" width="${width}" height="${height}"/>`;
};

/**
 * Squares in rows, as screen readers want them, below what is above them.
 * @param {number[]} laid @param {number} cols @param {number[]} size in units @param {number} margin
 * @param {(index: number) => [words: string, content: string]} cell @param {string} above @param {boolean} [sheet] whether they are tiles alone
 */
export const rowsSvg = (laid, cols, [width, height], margin, cell, above, sheet = false) => {
  const cells = laid.map((code, index) => {
    if (code === HOLE) return "";
    const [words, content] = cell(index);
    return `<g class="cell" role="gridcell" tabindex="-1" data-index="${index}" aria-label="${escaped(words)}">${content}</g>`;
  });
  let text = "";
  for (let at = 0; at < cells.length; at += cols) text += `<g role="row">${cells.slice(at, at + cols).join("")}</g>`;
  return `<svg id="board" viewBox="${-margin} ${-margin} ${width + 2 * margin} ${height + 2 * margin}" role="grid" `
    + `aria-label="${sheet ? "Tiles" : "Board"}" aria-rowcount="${Math.ceil(cells.length / cols)}" aria-colcount="${cols}" `
    + `class="${sheet ? "sheet" : ""}">${text}${above}</svg>`;
};

/** How wide the colours outside a board are. */
export const OUTSIDE = 7;

/**
 * The colours that a rim shows outside, where it has some: a strip along each side, in as many parts, as its colour and a box.
 * @param {Puzzle} puzzle @returns {{colour: number, box: [number, number, number, number]}[]}
 */
export const strips = (puzzle) => puzzle.allowed.flatMap((sides, index) => sides.flatMap((colours, side) => {
  if (!colours || colours[0] === 0) return [];
  const [col, row] = puzzle.place(index);
  const long = UNIT / colours.length;
  return colours.map((colour, part) => {
    const [x, y, width, height] = [[part * long, -OUTSIDE, long, OUTSIDE], [UNIT, part * long, OUTSIDE, long],
      [part * long, UNIT, long, OUTSIDE], [-OUTSIDE, part * long, OUTSIDE, long]][side];
    return { colour, box: /** @type {[number, number, number, number]} */ ([col * UNIT + x, row * UNIT + y, width, height]) };
  });
}));

/** @param {Puzzle} puzzle */
export const outsideSvg = (puzzle) => strips(puzzle).map(({ colour, box: [x, y, width, height] }) =>
  `<rect class="outside" data-colour="${colour}" fill="${paint(colour).rgb}" x="${x}" y="${y}" width="${width}" height="${height}"/>`)
  .join("");

/** @param {number} col @param {number} row @param {number} [pitch] from square to square */
export const shift = (col, row, pitch = UNIT) => `translate(${col * pitch} ${row * pitch})`;

const FRAME = '<rect x="4" y="4" width="52" height="52" rx="3"/>';
const CORNERS = '<path d="M5 15V5H15M45 5H55V15M55 45V55H45M15 55H5V45"/>';

/** Marks around squares, by their class: twice, a broad line below a fine one. */
export const MARKS = {
  change: FRAME + FRAME, clue: CORNERS + CORNERS, notice: FRAME + FRAME,
  wrong: '<rect x="3" y="3" width="54" height="54"/>',
  fit: '<rect x="6" y="6" width="48" height="48" rx="4"/>',
  lock: '<rect x="45" y="5" width="10" height="8" rx="1.5"/><path d="M47 5v-1.5a3 3 0 0 1 6 0v1.5"/>',
};

/** @param {keyof typeof MARKS} name @param {[number, number][]} places */
export const marksSvg = (name, places) => {
  const marks = places.map(([col, row]) => `<g class="${name}" transform="${shift(col, row)}">${MARKS[name]}</g>`);
  return `<g class="${name}s">${marks.join("")}</g>`;
};

/** The names of squares in their corners, for eyes alone. @param {[number, number, string][]} names column, row, name */
export const namesSvg = (names) => `<g class="names" aria-hidden="true">${names.map(([col, row, name]) =>
  `<g transform="${shift(col, row)}"><rect width="${5 + 7 * name.length}" height="15"/><text x="${2.5 + 3.5 * name.length}" y="8">${escaped(name)}</text></g>`)
  .join("")}</g>`;

/**
 * A ring for each mismatch, which leaves both colours to be seen, with two bars for equal signs; and a place for fingers.
 * @param {[number, number, number, string][]} marks column, row, side, condition @param {number} [cols] of the board, to know the square again
 */
export const clashesSvg = (marks, cols = 0) => `<g class="clashes" aria-hidden="true">${marks.map(([col, row, side, clash]) => {
  const [x, y] = [col * UNIT + HALF + STEPS[side][0] * HALF, row * UNIT + HALF + STEPS[side][1] * HALF];
  return `<g class="clash" data-clash="${clash}" data-square="${row * cols + col}" data-side="${side}" transform="translate(${x} ${y})">`
    + `<circle class="around" r="12"/><circle r="7.5"/><circle r="7.5"/>${clash === "sign" ? '<path d="M-3-1.5H3M-3 1.5H3"/>' : ""}</g>`;
}).join("")}</g>`;

/** The frame around the current square. */
export const RING = `<g class="ring" hidden><rect width="${UNIT}" height="${UNIT}"/><rect width="${UNIT}" height="${UNIT}"/></g>`;
