// Keyboard and pointer events, and the start.

const HELP = [
  ["← ↑ → ↓", "to the next square; outside the board ← and → step through the boards"],
  ["Home End", "to the first and last square of the row"],
  ["Page Up, Page Down", "previous and next board"],
  ["Enter", "highlight the tile and its identical tiles"],
  ["+ − 0", "larger, smaller, fit"],
  ["M", "to the next square with a violation"],
  ["N, C", "change the labels of sides, of centres"],
  ["V", "the board or the tiles"],
  ["T", "light or dark"],
  ["Esc", "clear the highlight"],
];

const cycle = (id) => {
  const inputs = [...find(id).querySelectorAll("input")];
  const next = inputs[(inputs.findIndex((input) => input.checked) + 1) % inputs.length];
  next.click();
};

const toNextBroken = () => {
  const places = [...new Set(board().broken.map(([col, row]) => row * data.cols + col))].sort((a, b) => a - b);
  if (places.length) select(places.find((index) => index > (state.at ?? -1)) ?? places[0], true);
};

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The square to which a key moves, or null. */
const targetOf = (key, index) => {
  const [col, row] = [index % data.cols, Math.floor(index / data.cols)];
  if (key === "Home") return row * data.cols;
  if (key === "End") return (row + 1) * data.cols - 1;
  if (!ARROWS[key]) return null;
  const [to, down] = [col + ARROWS[key][0], row + ARROWS[key][1]];
  return to < 0 || to >= data.cols || down < 0 || down >= data.rows ? index : down * data.cols + to;
};

const ACTIONS = {
  "+": () => find("in").click(), "=": () => find("in").click(), "-": () => find("out").click(), "0": () => scale(1),
  m: toNextBroken, n: () => cycle("sides"), c: () => cycle("centre"), v: () => cycle("views"), t: theme,
  "?": () => find("help").showModal(),
  PageUp: () => go(state.index - 1), PageDown: () => go(state.index + 1),
  Escape: () => { state.highlight = {}; state.hovered = null; updateRing(); updateHighlight(); },
};

const onKey = (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || find("help").open) return;
  const typing = event.target.matches("#number, input[type=radio]");
  const cell = event.target.closest?.(".cell");
  const { key } = event;
  let done = true;
  if (cell && targetOf(key, Number(cell.dataset.index)) !== null) select(targetOf(key, Number(cell.dataset.index)), true);
  else if (cell && (key === "Enter" || key === " ")) {
    const { tile } = cellAt(Number(cell.dataset.index));
    if (tile !== null) highlightTiles(tile);
  } else if (!typing && (key === "ArrowLeft" || key === "ArrowRight")) go(state.index + ARROWS[key][0]);
  else if (ACTIONS[key] && !(typing && key.length === 1)) ACTIONS[key]();
  else if (!typing && ACTIONS[key.toLowerCase()]) ACTIONS[key.toLowerCase()]();
  else done = false;
  if (done) event.preventDefault();
};

const listenToBoard = () => {
  const indexOf = (event) => event.target.closest?.(".cell")?.dataset.index;
  table.addEventListener("click", (event) => {
    if (indexOf(event) !== undefined && !stage.classList.contains("dragging")) select(Number(indexOf(event)), true);
  });
  table.addEventListener("focusin", (event) => {
    if (indexOf(event) !== undefined && Number(indexOf(event)) !== state.at) select(Number(indexOf(event)));
  });
  table.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch" || indexOf(event) === undefined) return;
    state.hovered = cellAt(Number(indexOf(event)));
    updateRing();
    updateDetail();
  });
  table.addEventListener("pointerleave", () => {
    state.hovered = null;
    updateRing();
    updateDetail();
  });
};

const begin = () => {
  const showing = (key) => (value) => { state.show[key] = value; draw(); };
  choice("sides", { numbers: "Numbers", patterns: "Patterns", nothing: "Plain" }, "numbers", showing("sides"));
  choice("centre", { nothing: "Plain", tile: "Tile", turn: "Turn", place: "Square" }, "nothing", showing("centre"));
  if (data.boards.length) {
    choice("views", { board: "Board", tiles: "Tiles" }, "board", (value) => { state.view = value; state.before = null; draw(); });
    const names = { mismatches: "mark mismatches", clues: "mark clues", changes: "mark squares that changed" };
    const useful = { mismatches: true, clues: data.clues.length > 0, changes: data.boards.length > 1 };
    find("switches").append(...Object.entries(names).filter(([name]) => useful[name]).map(([name, words]) =>
      make("label", {}, make("input", { type: "checkbox", id: name, checked: true,
        onchange: (event) => showing(name)(event.target.checked) }), words)));
  }
  find("help").querySelector("dl").append(...HELP.flatMap(([keys, what]) =>
    [make("dt", {}, make("kbd", {}, keys)), make("dd", {}, what)]));
  find("previous").onclick = () => go(state.index - 1);
  find("next").onclick = () => go(state.index + 1);
  find("number").onchange = (event) => go(Number(event.target.value) - 1);
  find("save").onclick = save;
  find("copy").onclick = copy;
  find("theme").onclick = theme;
  find("ask").onclick = () => find("help").showModal();
  document.addEventListener("keydown", onKey);
  listenToBoard();
  listenToStage();
  draw();
};

begin();
