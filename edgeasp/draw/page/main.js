// What the reader has chosen, and what follows from it.

const state = {
  index: 0, before: null, view: data.boards.length ? "board" : "tiles", at: null, seen: null, lit: {},
  show: { sides: "numbers", centre: "nothing", mismatches: true, clues: true, changes: true },
};

const board = () => (state.view === "tiles" ? sheet : data.boards[state.index]);
const cellAt = (index) => squares(board())[index];
const group = (index) => drawing().querySelector(`[data-index="${index}"]`);
const say = (words) => { find("said").textContent = words; };

/** The squares on which something else lies than on the board shown before. */
const changed = () => {
  const old = state.view === "board" && state.before !== null ? data.boards[state.before].laid : null;
  return new Set(old ? board().laid.flatMap((code, index) => (code === old[index] ? [] : [index])) : []);
};

const draw = () => {
  const focused = drawing()?.contains(document.activeElement);
  const now = board();
  place(boardText(now, state.show, changed()), now);
  rove(focused);
  verdict(now);
  tray(now.sheet ? [] : unplaced(now), pointAtTile, state.lit, state.show);
  complaints(now, (index) => { select(index, true); });
  steps();
  links(now);
  light();
  look();
};

/** One square can be reached with the tab key; the arrow keys lead on from there. */
const rove = (focus) => {
  const group_ = group(state.at ?? 0);
  group_?.setAttribute("tabindex", "0");
  if (focus) group_?.focus({ preventScroll: true });
  ring();
};

const ring = () => {
  const mark = drawing().querySelector(".ring");
  const index = state.seen?.index ?? state.at;
  mark.toggleAttribute("hidden", index === null || index === undefined);
  if (index !== null && index !== undefined) mark.setAttribute("transform", group(index).getAttribute("transform"));
};

const select = (index, focus = false) => {
  group(state.at ?? 0)?.setAttribute("tabindex", "-1");
  state.at = index;
  state.seen = null;
  const element = group(index);
  element.setAttribute("tabindex", "0");
  if (focus) {
    element.focus({ preventScroll: true });
    reveal(element);
  }
  ring();
  look();
};

/** Scroll, the stage alone, until a square can be seen. */
const reveal = (element) => {
  const [box, frame] = [element.getBoundingClientRect(), stage.getBoundingClientRect()];
  if (box.left < frame.left) stage.scrollLeft += box.left - frame.left - 20;
  if (box.right > frame.right) stage.scrollLeft += box.right - frame.right + 20;
  if (box.top < frame.top) stage.scrollTop += box.top - frame.top - 20;
  if (box.bottom > frame.bottom) stage.scrollTop += box.bottom - frame.bottom + 20;
};

const pointAtTile = (tile) => {
  state.seen = { tile, rot: 0, sides: turned(tile, 0) };
  look();
};

const look = () => {
  const cell = state.seen ?? (state.at === null ? null : cellAt(state.at));
  tell(cell, board(), state.lit, { colour: lightColour, tiles: lightTiles });
};

const lightColour = (colour) => {
  state.lit = state.lit.colour === colour ? {} : { colour };
  afterLight();
};

const lightTiles = (tile) => {
  state.lit = state.lit.tiles?.has(tile) ? {} : { tiles: new Set(alike(tile)), tile };
  afterLight();
};

const afterLight = () => {
  const { colour, tiles } = state.lit;
  light();
  look();
  tray(board().sheet ? [] : unplaced(board()), pointAtTile, state.lit, state.show);
  say(colour !== undefined ? `colour ${colour} highlighted` : tiles ? `${counted(tiles.size, "tile")} highlighted` : "");
};

/** Dim everything but the colour or the tiles that are highlighted. */
const light = () => {
  const { colour, tiles } = state.lit;
  const focus = document.activeElement?.closest?.("#legend .chip")?.dataset.colour;
  legend(lightColour, colour, state.show.sides === "patterns");
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
  return say(`${data.boards[wanted].name}, ${counted(number, "square")} changed`);
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
