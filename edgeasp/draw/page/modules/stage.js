// The stage: a drawing that can be enlarged, where the browser scrolls. Two fingers zoom and move it, anchored at the fingers.

import { UNIT } from "./drawing.js";
import { find } from "./dom.js";

const READABLE = 27; // the smallest square with labels, in pixels
const MOST = 16;

export class Stage {
  /** @param {HTMLElement} frame what scrolls @param {HTMLElement} holder what holds the drawing */
  constructor(frame, holder) {
    this.frame = frame;
    this.holder = holder;
    this.factor = 1;
    this.size = [1, 1];
  }

  /** @returns {any} */
  get drawing() {
    return this.holder.firstElementChild;
  }

  /** Pixels per unit at which the whole drawing is visible. */
  get fitting() {
    const pad = getComputedStyle(this.holder);
    const wide = this.frame.clientWidth - parseFloat(pad.paddingLeft) - parseFloat(pad.paddingRight);
    const high = this.frame.clientHeight - parseFloat(pad.paddingTop) - parseFloat(pad.paddingBottom);
    return Math.max(0.05, Math.min(wide / this.size[0], high / this.size[1], 2.4));
  }

  /** Pixels per square. */
  get square() {
    return this.fitting * this.factor * UNIT;
  }

  /** Zoom; the given point of the window keeps its position on the board. @param {number} factor @param {number} [x] @param {number} [y] */
  scale(factor, x, y) {
    const svg = this.drawing;
    if (!svg) return;
    const box = svg.getBoundingClientRect();
    const frame = this.frame.getBoundingClientRect();
    const [px, py] = x === undefined || y === undefined ? [frame.left + frame.width / 2, frame.top + frame.height / 2] : [x, y];
    const [fx, fy] = x === undefined || y === undefined ? [0.5, 0.5] : [(x - box.left) / box.width, (y - box.top) / box.height];
    this.factor = Math.min(MOST, Math.max(1, factor));
    const unit = this.fitting * this.factor;
    svg.style.width = `${Math.floor(this.size[0] * unit)}px`;
    svg.style.height = `${Math.floor(this.size[1] * unit)}px`;
    svg.classList.toggle("small", unit * UNIT < READABLE);
    find("out").disabled = this.factor === 1;
    find("in").disabled = this.factor === MOST;
    const after = svg.getBoundingClientRect();
    this.frame.scrollLeft += after.left + fx * after.width - px;
    this.frame.scrollTop += after.top + fy * after.height - py;
  }

  /** Show another drawing in the same place. @param {string} text @param {number} width @param {number} height in units */
  place(text, width, height) {
    this.size = [width, height];
    this.frame.style.setProperty("--high", String(height / width));
    const { scrollLeft, scrollTop } = this.frame;
    this.holder.innerHTML = text;
    this.scale(this.factor);
    this.frame.scrollTo(scrollLeft, scrollTop);
  }

  /** Scroll until an element is visible. @param {Element} element */
  reveal(element) {
    const [box, frame] = [element.getBoundingClientRect(), this.frame.getBoundingClientRect()];
    if (box.left < frame.left) this.frame.scrollLeft += box.left - frame.left - 20;
    if (box.right > frame.right) this.frame.scrollLeft += box.right - frame.right + 20;
    if (box.top < frame.top) this.frame.scrollTop += box.top - frame.top - 20;
    if (box.bottom > frame.bottom) this.frame.scrollTop += box.bottom - frame.bottom + 20;
  }

  /** Listen to the buttons, to the wheel and to the size of the window. */
  listen() {
    find("in").onclick = () => this.scale(this.factor * 1.4);
    find("out").onclick = () => this.scale(this.factor / 1.4);
    find("fit").onclick = () => this.scale(1);
    // In the next frame: what the observer itself resizes would be a loop.
    new ResizeObserver(() => requestAnimationFrame(() => this.scale(this.factor))).observe(this.frame);
    // Firefox scrolls to the corner of the drawing instead of to the square that has the focus.
    this.holder.addEventListener("focusin", (/** @type {any} */ { target }) => {
      const cell = target.closest?.(".cell");
      if (cell?.matches(":focus-visible")) requestAnimationFrame(() => this.reveal(cell));
    });
    this.frame.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      this.scale(this.factor * Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
    }, { passive: false });
    this.pinch();
  }

  pinch() {
    /** @typedef {{spread: number, factor: number, x: number, y: number}} Start */
    /** @type {Start | null} */
    let start = null;
    /** @param {TouchList} touches */
    const spread = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    /** @param {TouchList} touches */
    const middle = ([one, other]) => [(one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2];
    this.frame.addEventListener("touchstart", ({ touches }) => {
      const [x, y] = touches.length === 2 ? middle(touches) : [0, 0];
      start = touches.length === 2 ? { spread: spread(touches), factor: this.factor, x, y } : null;
    }, { passive: true });
    this.frame.addEventListener("touchmove", (event) => {
      if (!start || event.touches.length !== 2) return;
      event.preventDefault();
      const [x, y] = middle(event.touches);
      this.frame.scrollBy(start.x - x, start.y - y);
      Object.assign(start, { x, y });
      this.scale((start.factor * spread(event.touches)) / start.spread, x, y);
    }, { passive: false });
  }

  /** A mouse drags the board, where that is not for tiles. */
  drag() {
    /** @type {{x: number, y: number, left: number, top: number} | null} */
    let from = null;
    const { frame } = this;
    frame.addEventListener("pointerdown", (event) => {
      if (event.pointerType !== "mouse" || event.button !== 0) return;
      from = { x: event.clientX, y: event.clientY, left: frame.scrollLeft, top: frame.scrollTop };
    });
    addEventListener("pointermove", (event) => {
      if (!from) return;
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      if (!frame.classList.contains("dragging") && Math.hypot(dx, dy) < 5) return;
      frame.classList.add("dragging");
      frame.scrollTo(from.left - dx, from.top - dy);
    });
    addEventListener("pointerup", () => {
      from = null;
      // The click event follows the pointerup.
      setTimeout(() => frame.classList.remove("dragging"));
    });
  }
}
