// The panel: the current square, the colours, the tiles not placed, the violations.

/** An element with attributes and content; attributes that begin with `on` are listeners. */
const make = (name, attributes = {}, ...content) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element[key] = value;
    else if (value !== false && value !== null) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...content.filter((each) => each !== null));
  return element;
};

const picture = (text) => {
  const holder = make("div");
  holder.innerHTML = text;
  return holder.firstElementChild;
};

const chip = (colour, lit, choose, title) => {
  const button = make("button", {
    type: "button", class: "chip", "data-colour": colour, "aria-pressed": String(lit), title,
    "aria-label": title, onclick: () => choose(colour),
  }, String(colour));
  button.style.background = paint(colour).rgb;
  button.style.color = paint(colour).ink;
  return button;
};

const legend = (choose, lit, patterns) => {
  find("legend").replaceChildren(...Object.keys(data.paints).map(Number).map((colour) => {
    const outside = colour === 0 ? ", the frame" : "";
    const title = `colour ${colour}${outside}: ${counted(data.counts[colour], "side")}`;
    const button = chip(colour, lit === colour, choose, title);
    if (patterns && paint(colour).motif) button.append(picture(emblem(colour)));
    return button;
  }));
};

const rows = (pairs) => make("dl", {}, ...pairs.flatMap(([term, ...what]) => [make("dt", {}, term), make("dd", {}, ...what)]));

/** Show the details of a square, or of a tile that is not placed. */
const showDetail = (cell, board, lit, choose) => {
  const detail = find("detail");
  if (!cell) {
    detail.replaceChildren(make("p", { class: "full" }, "Point at a square, tap it, or move to it with the arrow keys."));
    return;
  }
  if (cell.tile === null) {
    detail.replaceChildren(make("div"), make("div", {}, make("h2", {}, "Empty square"), rows([squareRow(cell)])),
      ...saidOf(cell, board));
    return;
  }
  const { tile, rot, sides } = cell;
  const others = identicalTiles(tile).length - 1;
  const siblings = make("button", { type: "button", class: "link", id: "siblings", onclick: () => choose.tiles(tile) },
    lit.tiles?.has(tile) ? "show all again" : `show ${counted(others, "other")}`);
  const onBoard = cell.col !== undefined && !board.sheet;
  const facts = rows([
    ...(onBoard ? [squareRow(cell)] : []),
    ...(onBoard ? [["turned", `${rot}${rot ? ` (${degrees(rot)}° clockwise)` : ""}`]] : []),
    ...(data.signs?.[tile] ? [["sign", data.signs[tile]]] : []),
    ...(others ? [["identical", siblings]] : []),
    ...(cell.clue ? [["given", "by a clue"]] : []),
  ]);
  const wrong = onBoard ? board.broken.filter(([col, row]) => col === cell.col && row === cell.row) : [];
  const around = sides.map((colour, side) =>
    chip(colour, lit.colour === colour, choose.colour, `${SIDES[side]}: colour ${colour}`));
  detail.replaceChildren(
    picture(single(tile, rot, { sides: "numbers" })),
    make("div", {}, make("h2", {}, `Tile ${tile} `, make("small", { class: "soft" }, tileNames(tile))), facts),
    make("div", { class: "chips full", role: "group", "aria-label": "north, east, south, west" }, ...around),
    ...wrong.map(([, , what]) => make("p", { class: "full bad" }, what)),
    ...(onBoard ? saidOf(cell, board) : []),
  );
};

/** The other numbers of a tile. */
const tileNames = (tile) => `(${data.pieces ? `piece ${data.pieces[tile]} as published, ` : ""}${tile + 1} in facts)`;

/** A square as on the board of Eternity II: the row as a letter, the column from 1. */
const placeName = ({ col, row }) => (data.pieces ? `${String.fromCharCode(65 + row)}${col + 1}, ` : "");

/** What the remarks say of a square. */
const saidOf = (cell, board) => board.remarks.filter(([col, row]) => col === cell.col && row === cell.row)
  .map(([, , what]) => make("p", { class: "full said" }, what));

const squareRow = (cell) => ["square", `${cell.col},${cell.row}`, make("span", { class: "soft" },
  ` (${placeName(cell)}${cell.col + 1},${cell.row + 1} in facts), ${kind(cell)}`)];

const showUnplaced = (tiles, point, lit, show) => {
  const section = find("tray");
  if (!tiles.length) return section.replaceChildren();
  const buttons = tiles.map((tile) => make("button", {
    type: "button", "data-tile": tile, "aria-label": `tile ${tile}, ${data.tiles[tile].join(", ")}`,
    class: lit.tiles && !lit.tiles.has(tile) ? "dim" : "", onclick: () => point(tile), onpointerenter: () => point(tile),
    onfocus: () => point(tile),
  }, picture(single(tile, 0, { sides: show.sides }))));
  return section.replaceChildren(make("h2", {}, `${counted(tiles.length, "tile")} not placed`), make("div", {}, ...buttons));
};

/** What the board is of, and what it keeps. */
const showCard = (board) => {
  const section = find("card");
  if (!board.card) return section.replaceChildren();
  return section.replaceChildren(make("h2", {}, "Card"), rows(board.card));
};

/** A list of squares and what is said of them; each leads to its square. */
const listSquares = (id, said, heading, go) => {
  const section = find(id);
  if (!said.length) return section.replaceChildren();
  const items = said.map(([col, row, what]) =>
    make("li", {}, make("button", { type: "button", class: "link", onclick: () => go(row * data.cols + col) }, what)));
  return section.replaceChildren(make("h2", {}, heading), make("ul", {}, ...items));
};

const listViolations = (board, go) => listSquares("broken", board.broken, counted(board.broken.length, "broken condition"), go);
const listRemarks = (board, go) => listSquares("remarks", board.remarks, "Remarks", go);

const showScore = (board) => {
  const line = find("verdict");
  if (board.sheet) return line.replaceChildren(counted(data.tiles.length, "tile"));
  const state = board.solved ? make("b", { class: "good" }, "solved")
    : board.broken.length ? make("b", { class: "bad" }, counted(board.broken.length, "broken condition"))
      : make("b", {}, "not complete");
  const empty = board.laid.filter((code) => code < 0).length;
  line.replaceChildren(
    make("span", { id: "score" }, `${board.matched.toLocaleString("en")} of ${data.diamonds.toLocaleString("en")}`), " diamonds match",
    board.mismatches ? `, ${board.mismatches.toLocaleString("en")} clash` : "", empty ? `, ${counted(empty, "empty square")}` : "", " · ", state,
  );
  return line;
};

const choice = (id, options, chosen, choose) => {
  find(id).append(...Object.entries(options).map(([value, words]) => make("label", {},
    make("input", { type: "radio", name: id, value, checked: value === chosen, onchange: () => choose(value) }), words)));
};
