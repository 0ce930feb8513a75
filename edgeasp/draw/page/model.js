// The data of the page. Numbers count from 0; rotations are anticlockwise quarter turns, as in a .sol.

const data = JSON.parse(document.getElementById("data").textContent);
const SIDES = ["north", "east", "south", "west"];
const STEPS = [[0, -1], [1, 0], [0, 1], [-1, 0]];

const counted = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
const find = (id) => document.getElementById(id);

/** The colours to the north, east, south and west of a turned tile. */
const turned = (tile, rot) => [...data.tiles[tile].slice(rot), ...data.tiles[tile].slice(0, rot)];

/** The squares of a board, row by row, each with its tile or null. */
const squares = (board) =>
  board.laid.map((code, index) => {
    const [col, row] = [index % data.cols, Math.floor(index / data.cols)];
    if (code < 0) return { index, col, row, tile: null };
    const [tile, rot] = [code >> 2, code & 3];
    return { index, col, row, tile, rot, sides: turned(tile, rot), clue: !board.sheet && data.clues.includes(index) };
  });

/** All tiles in the order of the file, as a board. */
const sheet = {
  name: "Tiles", sheet: true, laid: data.tiles.map((_, tile) => tile << 2), broken: [], marks: [], wrong: [],
  pointedOut: [], labels: {}, remarks: [],
};

const unplaced = (board) => {
  const placed = new Set(board.laid.filter((code) => code >= 0).map((code) => code >> 2));
  return data.tiles.map((_, tile) => tile).filter((tile) => !placed.has(tile));
};

/** The tiles identical to a tile, including itself. */
const identicalTiles = (tile) => data.identicalTiles.find((group) => group.includes(tile)) ?? [tile];

const kind = ({ col, row }) => {
  const outside = (col === 0) + (col === data.cols - 1) + (row === 0) + (row === data.rows - 1);
  return ["centre", "side", "corner"][outside];
};

const degrees = (rot) => 90 * ((4 - rot) % 4);

/** The .sol of a board: a line a placement, by tile. */
const solution = (board) =>
  squares(board)
    .filter(({ tile }) => tile !== null)
    .sort((one, other) => one.tile - other.tile)
    .map(({ tile, col, row, rot }) => `${tile} ${col} ${row} ${rot}\n`)
    .join("");

/** The label of a square for screen readers. */
const ariaLabel = (cell, board) => {
  const place = board.sheet ? "" : `column ${cell.col}, row ${cell.row}: `;
  if (cell.tile === null) return `${place}empty`;
  const turn = board.sheet ? "" : `, rotation ${cell.rot}`;
  const sides = cell.sides.map((colour, side) => `${SIDES[side]} ${colour}`).join(", ");
  return `${place}tile ${cell.tile}${turn}, ${sides}${cell.clue ? ", a clue" : ""}`;
};
