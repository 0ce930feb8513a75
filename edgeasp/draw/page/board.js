// Boards, sheets of tiles and single tiles as SVG text.

const UNIT = 60;
const HALF = UNIT / 2;
const GAP = 20; // between the tiles of a sheet, with a number below each
const TRIANGLES = [`M0 0H${UNIT}L${HALF} ${HALF}z`, `M${UNIT} 0V${UNIT}L${HALF} ${HALF}z`,
  `M${UNIT} ${UNIT}H0L${HALF} ${HALF}z`, `M0 ${UNIT}V0L${HALF} ${HALF}z`];
const CENTRES = [[HALF, 11.5], [UNIT - 11, HALF], [HALF, UNIT - 11.5], [11, HALF]];

const paint = (colour) => data.paints[colour];
const pitch = (board) => UNIT + (board.sheet ? GAP : 0);
const extent = (board) => {
  const step = pitch(board);
  return [data.cols * step - (step - UNIT), data.rows * step];
};

/** A tile in its own coordinates, 60 by 60 units. */
const tileSvg = ({ tile, rot, sides, col, row }, show, alone = false) => {
  let text = "";
  sides.forEach((colour, side) => {
    text += `<path class="side" data-colour="${colour}" fill="${paint(colour).rgb}" d="${TRIANGLES[side]}"/>`;
    if (show.sides === "patterns") text += motif(colour, side);
  });
  text += `<path class="seam" d="M0 0L${UNIT} ${UNIT}M${UNIT} 0L0 ${UNIT}"/>`;
  if (show.sides === "numbers") {
    sides.forEach((colour, side) => {
      const [x, y] = CENTRES[side];
      text += `<text data-colour="${colour}" x="${x}" y="${y}" fill="${paint(colour).ink}"${colour > 99 ? ' class="long"' : ""}>${colour}</text>`;
    });
  }
  if (alone) return text;
  if (show.centre === "tile") text += plate(`${tile}${data.signs?.[tile] ?? ""}`);
  if (show.centre === "place") text += plate(`${col},${row}`);
  if (show.centre === "turn") {
    text += '<circle class="plate" cx="30" cy="30" r="10"/>'
      + `<path class="north" transform="rotate(${degrees(rot)} 30 30)" d="M30 22l5.5 7h-3.5v9h-4v-9h-3.5z"/>`;
  }
  return text;
};

const plate = (words) => {
  const width = 5 + 5.8 * words.length;
  return `<rect class="plate" x="${HALF - width / 2}" y="22.5" width="${width}" height="15" rx="3"/>`
    + `<text class="plated" x="30" y="30.3">${words}</text>`;
};

/** Half the motif of a colour, drawn from the side inwards; a side has 100 units. */
const motif = (colour, side) => {
  const [x, y] = [HALF + STEPS[side][0] * HALF, HALF + STEPS[side][1] * HALF];
  return `<path class="motif" data-colour="${colour}" fill="${paint(colour).accent}" d="${paint(colour).motif}" `
    + `transform="translate(${x} ${y}) rotate(${90 * side}) scale(.6)"/>`;
};

/** The whole motif, as on a diamond. */
const emblem = (colour) => {
  const half = `<path fill="${paint(colour).accent}" d="${paint(colour).motif}"`;
  return `<svg viewBox="-30 -30 60 60" aria-hidden="true">${half}/>${half} transform="rotate(180)"/></svg>`;
};

const single = (tile, rot, show) =>
  `<svg viewBox="-1 -1 ${UNIT + 2} ${UNIT + 2}" aria-hidden="true">`
  + tileSvg({ tile, rot, sides: turned(tile, rot) }, show, true)
  + `<rect class="rim" width="${UNIT}" height="${UNIT}"/></svg>`;

const boardSvg = (board, show, changed) => {
  const [width, height] = extent(board);
  const step = pitch(board);
  const cells = squares(board);
  const parts = [`<svg id="board" viewBox="-2 -2 ${width + 4} ${height + 4}" role="grid" aria-label="${board.sheet
    ? "Tiles" : "Board"}" aria-rowcount="${data.rows}" aria-colcount="${data.cols}" class="${board.sheet ? "sheet" : ""}">`];
  for (let row = 0; row < data.rows; row += 1) {
    parts.push('<g role="row">');
    for (const cell of cells.slice(row * data.cols, (row + 1) * data.cols)) {
      parts.push(`<g class="cell" role="gridcell" tabindex="-1" data-index="${cell.index}" `
        + `aria-label="${ariaLabel(cell, board)}" transform="translate(${cell.col * step} ${cell.row * step})">`);
      if (cell.tile === null) {
        parts.push(`<rect class="empty" width="${UNIT}" height="${UNIT}"/>`
          + (board.labels[cell.index] ? `<text class="label" x="30" y="30">${board.labels[cell.index]}</text>`
            : '<circle class="hole" cx="30" cy="30" r="4"/>'));
      } else {
        parts.push(tileSvg(cell, show, board.sheet));
      }
      if (board.sheet) {
        const name = `${cell.tile}${data.signs?.[cell.tile] ?? ""}`;
        parts.push(`<rect class="rim" width="${UNIT}" height="${UNIT}"/><text class="name" x="30" y="${UNIT + 9}">${name}</text>`);
      }
      parts.push("</g>");
    }
    parts.push("</g>");
  }
  if (!board.sheet) parts.push(overlays(board, show, cells, changed));
  parts.push(`<g class="ring" hidden><rect width="${UNIT}" height="${UNIT}"/><rect width="${UNIT}" height="${UNIT}"/></g>`);
  if (!board.sheet) parts.push(clashes(board, show));
  return `${parts.join("")}</svg>`;
};

const at = ({ col, row }) => `transform="translate(${col * UNIT} ${row * UNIT})"`;

/** Overlays: lines between squares, clues, changes, squares that are pointed out and those that are wrong. */
const overlays = (board, show, cells, changed) => {
  const [width, height] = extent(board);
  let path = "";
  for (let col = 1; col < data.cols; col += 1) path += `M${col * UNIT} 0V${height}`;
  for (let row = 1; row < data.rows; row += 1) path += `M0 ${row * UNIT}H${width}`;
  let text = `<path class="grid" d="${path}"/><rect class="rim" width="${width}" height="${height}"/>`;
  const marked = (name, indices, shape) => {
    const marks = indices.map((index) => `<g class="${name}" ${at(cells[index])}>${shape}</g>`);
    text += `<g class="${name}s">${marks.join("")}</g>`;
  };
  const frame = '<rect x="4" y="4" width="52" height="52" rx="3"/>';
  const corners = '<path d="M5 15V5H15M45 5H55V15M55 45V55H45M15 55H5V45"/>';
  if (show.changes) marked("change", [...changed], frame + frame);
  if (show.clues) marked("clue", data.clues, corners + corners);
  marked("notice", board.pointedOut, frame + frame);
  if (show.mismatches) marked("wrong", board.wrong, '<rect x="3" y="3" width="54" height="54"/>');
  return text;
};

/** A disc for each mismatch: a cross for colours, two bars for equal signs. */
const clashes = (board, show) => {
  const marks = (show.mismatches ? board.marks : []).map(([col, row, side, clash]) => {
    const [x, y] = [col * UNIT + HALF + STEPS[side][0] * HALF, row * UNIT + HALF + STEPS[side][1] * HALF];
    const strokes = clash === "sign" ? "M-3 -1.5H3M-3 1.5H3" : "M-2.4 -2.4L2.4 2.4M2.4 -2.4L-2.4 2.4";
    return `<g class="clash" data-clash="${clash}" transform="translate(${x} ${y})"><circle r="6.5"/><path d="${strokes}"/></g>`;
  });
  return `<g class="clashes">${marks.join("")}</g>`;
};
