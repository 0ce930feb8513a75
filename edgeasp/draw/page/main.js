// The state of the page, and the functions that change it.

const state = {
  index: 0, before: null, view: data.boards.length ? "board" : "tiles", at: null, hovered: null, highlight: {},
  show: { sides: "numbers", centre: "nothing", mismatches: true, clues: true, changes: true },
};

const board = () => (state.view === "tiles" ? sheet : data.boards[state.index]);
const cellAt = (index) => squares(board())[index];
const group = (index) => drawing().querySelector(`[data-index="${index}"]`);
const announce = (words) => { find("status").textContent = words; };

/** The squares that differ from the previous board. */
const changed = () => {
  const old = state.view === "board" && state.before !== null ? data.boards[state.before].laid : null;
  return new Set(old ? board().laid.flatMap((code, index) => (code === old[index] ? [] : [index])) : []);
};

const draw = () => {
  const focused = drawing()?.contains(document.activeElement);
  const now = board();
  place(boardSvg(now, state.show, changed()), now);
  updateTabStop(focused);
  showScore(now);
  showUnplaced(now.sheet ? [] : unplaced(now), hoverTile, state.highlight, state.show);
  showCard(now);
  listRemarks(now, (index) => { select(index, true); });
  listViolations(now, (index) => { select(index, true); });
  steps();
  links(now);
  applyHighlight();
  updateDetail();
};

/** One square is reachable with the tab key, the others with the arrow keys. */
const updateTabStop = (focus) => {
  const group_ = group(state.at ?? 0);
  group_?.setAttribute("tabindex", "0");
  if (focus) group_?.focus({ preventScroll: true });
  updateRing();
};

const updateRing = () => {
  const mark = drawing().querySelector(".ring");
  const index = state.hovered?.index ?? state.at;
  mark.toggleAttribute("hidden", index === null || index === undefined);
  if (index !== null && index !== undefined) mark.setAttribute("transform", group(index).getAttribute("transform"));
};

const select = (index, focus = false) => {
  group(state.at ?? 0)?.setAttribute("tabindex", "-1");
  state.at = index;
  state.hovered = null;
  const element = group(index);
  element.setAttribute("tabindex", "0");
  if (focus) {
    element.focus({ preventScroll: true });
    scrollToCell(element);
  }
  updateRing();
  updateDetail();
};

/** Scroll the stage until a square is visible. */
const scrollToCell = (element) => {
  const [box, frame] = [element.getBoundingClientRect(), stage.getBoundingClientRect()];
  if (box.left < frame.left) stage.scrollLeft += box.left - frame.left - 20;
  if (box.right > frame.right) stage.scrollLeft += box.right - frame.right + 20;
  if (box.top < frame.top) stage.scrollTop += box.top - frame.top - 20;
  if (box.bottom > frame.bottom) stage.scrollTop += box.bottom - frame.bottom + 20;
};

const hoverTile = (tile) => {
  state.hovered = { tile, rot: 0, sides: turned(tile, 0) };
  updateDetail();
};

const updateDetail = () => {
  const cell = state.hovered ?? (state.at === null ? null : cellAt(state.at));
  showDetail(cell, board(), state.highlight, { colour: highlightColour, tiles: highlightTiles });
};

const highlightColour = (colour) => {
  state.highlight = state.highlight.colour === colour ? {} : { colour };
  updateHighlight();
};

const highlightTiles = (tile) => {
  state.highlight = state.highlight.tiles?.has(tile) ? {} : { tiles: new Set(identicalTiles(tile)), tile };
  updateHighlight();
};

const updateHighlight = () => {
  const { colour, tiles } = state.highlight;
  applyHighlight();
  updateDetail();
  showUnplaced(board().sheet ? [] : unplaced(board()), hoverTile, state.highlight, state.show);
  announce(colour !== undefined ? `colour ${colour} highlighted` : tiles ? `${counted(tiles.size, "tile")} highlighted` : "");
};

/** Dim everything but the highlighted colour or tiles. */
const applyHighlight = () => {
  const { colour, tiles } = state.highlight;
  const focus = document.activeElement?.closest?.("#legend .chip")?.dataset.colour;
  legend(highlightColour, colour, state.show.sides === "patterns");
  if (focus !== undefined) find("legend").querySelector(`[data-colour="${focus}"]`)?.focus();
  const codes = board().laid;
  for (const cell of drawing().querySelectorAll(".cell")) {
    const code = codes[cell.dataset.index];
    cell.classList.toggle("dim", Boolean(tiles) && !(code >= 0 && tiles.has(code >> 2)));
    for (const side of cell.querySelectorAll("[data-colour]")) {
      side.classList.toggle("dim", colour !== undefined && Number(side.dataset.colour) !== colour);
    }
  }
};

const steps = () => {
  const many = data.boards.length;
  find("stepper").hidden = many < 2 || state.view === "tiles";
  find("number").value = state.index + 1;
  find("number").setAttribute("aria-label", `Board, of ${many}`);
  find("of").textContent = `of ${many.toLocaleString("en")}`;
  find("stepper").title = data.boards[state.index]?.name ?? "";
  find("previous").disabled = state.index === 0;
  find("next").disabled = state.index >= many - 1;
};

const go = (index) => {
  const wanted = Math.min(data.boards.length - 1, Math.max(0, index));
  if (!Number.isInteger(wanted) || wanted === state.index || state.view === "tiles") return steps();
  state.before = state.index;
  state.index = wanted;
  draw();
  const number = changed().size;
  return announce(`${data.boards[wanted].name}, ${counted(number, "square")} changed`);
};

const links = (now) => {
  find("share").hidden = Boolean(now.sheet);
  find("links").replaceChildren(...(now.links ?? []).map(([title, address]) =>
    make("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, `open in ${title}`)));
};

const save = () => {
  const address = URL.createObjectURL(new Blob([solution(board())], { type: "text/plain" }));
  const name = board().name.replace(/[^\w.-]+/g, "-").replace(/(\.sol)?$/, ".sol");
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
};

const copy = async () => {
  try {
    await navigator.clipboard.writeText(solution(board()));
  } catch {
    const area = make("textarea", {}, solution(board()));
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  find("copy").textContent = "Copied";
  setTimeout(() => { find("copy").textContent = "Copy .sol"; }, 1500);
};

const theme = () => {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const root = document.documentElement;
  root.dataset.theme = (root.dataset.theme ?? (dark ? "dark" : "light")) === "dark" ? "light" : "dark";
};
