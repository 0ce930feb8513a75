// The stage: zoom, pinch and drag; the browser scrolls.

const stage = find("stage");
const table = find("table");
const READABLE = 27; // the smallest square with labels, in pixels
const zoom = { factor: 1, width: 1, height: 1 };

const drawing = () => table.firstElementChild;

/** Pixels per unit at which the whole drawing is visible. */
const fitting = () => {
  const pad = getComputedStyle(table);
  const wide = stage.clientWidth - parseFloat(pad.paddingLeft) - parseFloat(pad.paddingRight);
  const high = stage.clientHeight - parseFloat(pad.paddingTop) - parseFloat(pad.paddingBottom);
  return Math.max(0.05, Math.min(wide / zoom.width, high / zoom.height, 2.4));
};

/** Zoom; the given point of the window keeps its position on the board. */
const scale = (factor, x, y) => {
  const svg = drawing();
  if (!svg) return;
  const box = svg.getBoundingClientRect();
  const [fx, fy] = x === undefined ? [0.5, 0.5] : [(x - box.left) / box.width, (y - box.top) / box.height];
  const frame = stage.getBoundingClientRect();
  const [px, py] = x === undefined ? [frame.left + frame.width / 2, frame.top + frame.height / 2] : [x, y];
  zoom.factor = Math.min(16, Math.max(1, factor));
  const unit = fitting() * zoom.factor;
  svg.style.width = `${Math.floor(zoom.width * unit)}px`;
  svg.style.height = `${Math.floor(zoom.height * unit)}px`;
  svg.classList.toggle("small", unit * UNIT < READABLE);
  find("out").disabled = zoom.factor === 1;
  find("in").disabled = zoom.factor === 16;
  const after = svg.getBoundingClientRect();
  stage.scrollLeft += after.left + fx * after.width - px;
  stage.scrollTop += after.top + fy * after.height - py;
};

const place = (text, board) => {
  const [width, height] = extent(board);
  Object.assign(zoom, { width: width + 4, height: height + 4 });
  const [left, top] = [stage.scrollLeft, stage.scrollTop];
  table.innerHTML = text;
  scale(zoom.factor);
  stage.scrollTo(left, top);
};

const listenToStage = () => {
  find("in").onclick = () => scale(zoom.factor * 1.4);
  find("out").onclick = () => scale(zoom.factor / 1.4);
  find("fit").onclick = () => scale(1);
  new ResizeObserver(() => scale(zoom.factor)).observe(stage);
  stage.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    scale(zoom.factor * Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
  }, { passive: false });
  pinch();
  drag();
};

const pinch = () => {
  let start = null;
  const spread = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
  stage.addEventListener("touchstart", ({ touches }) => {
    start = touches.length === 2 ? { spread: spread(touches), factor: zoom.factor } : null;
  }, { passive: true });
  stage.addEventListener("touchmove", (event) => {
    if (!start || event.touches.length !== 2) return;
    event.preventDefault();
    const [one, other] = event.touches;
    const middle = [(one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2];
    scale((start.factor * spread(event.touches)) / start.spread, ...middle);
  }, { passive: false });
};

/** A mouse drags the board; touch scrolls. */
const drag = () => {
  let from = null;
  stage.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "mouse" || event.button !== 0) return;
    from = { x: event.clientX, y: event.clientY, left: stage.scrollLeft, top: stage.scrollTop };
  });
  addEventListener("pointermove", (event) => {
    if (!from) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    if (!stage.classList.contains("dragging") && Math.hypot(dx, dy) < 5) return;
    stage.classList.add("dragging");
    stage.scrollTo(from.left - dx, from.top - dy);
  });
  addEventListener("pointerup", () => {
    from = null;
    // The click event follows the pointerup.
    setTimeout(() => stage.classList.remove("dragging"));
  });
};
