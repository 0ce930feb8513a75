// The board as a picture to keep: SVG with its style inside, and PNG, drawn on a canvas without any image being loaded.

import { gridSvg, outsideSvg, strips, HALF, lettering, motif, paint, squareSvg, triangle, UNIT } from "./drawing.js";
import { HOLE, Puzzle, STEPS } from "./puzzle.js";

const MARGIN = 12;
const STYLE = ".empty{fill:#fff}.hole{fill:#ddd}.seam{fill:none;stroke:#000;stroke-opacity:.28;stroke-width:.7}"
  + ".grid{fill:none;stroke:#000;stroke-opacity:.75}.rim{fill:none;stroke:#000;stroke-width:2}"
  + "text{font:600 12px sans-serif;text-anchor:middle;dominant-baseline:central}"
  + ".plate{fill:#fff}";

/** @param {Puzzle} puzzle @param {number[]} laid @param {import("./drawing.js").Look} look */
export const svgFile = (puzzle, laid, look) => {
  const [width, height] = [puzzle.cols * UNIT + 2 * MARGIN, puzzle.rows * UNIT + 2 * MARGIN];
  const cells = laid.map((code, index) => (code === HOLE ? "" : squareSvg(puzzle.cell(index, code), { sides: look.sides })));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" `
    + `viewBox="${-MARGIN} ${-MARGIN} ${width} ${height}"><style>${STYLE}</style>`
    + `<rect x="${-MARGIN}" y="${-MARGIN}" width="${width}" height="${height}" fill="#fff"/>${cells.join("")}`
    + `${outsideSvg(puzzle)}${gridSvg(puzzle)}</svg>\n`;
};

/**
 * @param {Puzzle} puzzle @param {number[]} laid @param {import("./drawing.js").Look} look
 * @returns {Promise<Blob | null>} null where a page may not read what it draws
 */
export const pngFile = (puzzle, laid, look) => {
  const canvas = document.createElement("canvas");
  const scale = Math.min(2, 4000 / (Math.max(puzzle.cols, puzzle.rows) * UNIT));
  canvas.width = (puzzle.cols * UNIT + 2 * MARGIN) * scale;
  canvas.height = (puzzle.rows * UNIT + 2 * MARGIN) * scale;
  const pen = canvas.getContext("2d");
  if (!pen) return Promise.resolve(null);
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  // Browsers that resist fingerprinting give noise.
  if (pen.getImageData(0, 0, 8, 8).data.some((value) => value !== 255)) return Promise.resolve(null);
  pen.setTransform(scale, 0, 0, scale, MARGIN * scale, MARGIN * scale);
  for (const { colour, box } of strips(puzzle)) {
    pen.fillStyle = paint(colour).rgb;
    pen.fillRect(...box);
  }
  laid.forEach((code, index) => {
    if (code === HOLE) return;
    const [col, row] = puzzle.place(index);
    pen.setTransform(scale, 0, 0, scale, (col * UNIT + MARGIN) * scale, (row * UNIT + MARGIN) * scale);
    if (code >= 0) tile(pen, puzzle.sides(code), look);
    if (code >= 0 && puzzle.signs?.[puzzle.tileOf(code)]) disc(pen, puzzle.signs[puzzle.tileOf(code)]);
    pen.strokeStyle = "rgb(0 0 0 / .75)";
    pen.strokeRect(0, 0, UNIT, UNIT);
  });
  return new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
};

/** @param {CanvasRenderingContext2D} pen @param {number[]} sides @param {import("./drawing.js").Look} look */
const tile = (pen, sides, look) => {
  pen.font = "600 12px sans-serif";
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  sides.forEach((colour, side) => {
    pen.fillStyle = paint(colour).rgb;
    pen.fill(new Path2D(triangle(side)));
    if (look.sides === "patterns") {
      pen.fillStyle = paint(colour).accent;
      pen.fill(new Path2D(motif(colour, side)));
    }
    if (lettering(colour, look.sides)) {
      pen.fillStyle = paint(colour).ink;
      pen.fillText(lettering(colour, look.sides), HALF + STEPS[side][0] * 19, HALF + STEPS[side][1] * 19);
    }
  });
};

/** A sign in the middle of a tile. @param {CanvasRenderingContext2D} pen @param {string} sign */
const disc = (pen, sign) => {
  pen.fillStyle = "#fff";
  pen.beginPath();
  pen.arc(HALF, HALF, 8, 0, 2 * Math.PI);
  pen.fill();
  pen.fillStyle = "#000";
  pen.fillText(sign, HALF, HALF);
};
