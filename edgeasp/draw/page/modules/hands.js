// Touch and mouse: tap, hold, drag, rotate by wheel. A tile is placed when the finger leaves the screen.
//
// After a second finger touches, no tile is placed until all fingers are up: the stage zooms and moves.

import { find, make, picture } from "./dom.js";
import { single, squareSvg, UNIT } from "./drawing.js";
import { faceOf, rotOf } from "./puzzle.js";

/**
 * @typedef {object} Actions what the table does
 * @property {(index: number, focus: boolean) => void} tap
 * @property {(code: number) => void} tapTray
 * @property {(index: number) => void} hold
 * @property {(index: number) => number} codeAt the code that may be dragged from a square, or -1
 * @property {(index: number) => boolean} canHold
 * @property {(code: number, index: number) => void} drop on a square, or -1 for the tray
 * @property {(index: number, quarters: number) => boolean} turn whether something was turned
 *
 * @typedef {object} Gesture
 * @property {number} id
 * @property {number} x
 * @property {number} y
 * @property {number} left
 * @property {number} top
 * @property {boolean} touch
 * @property {number} index the square where it began, or -1
 * @property {number} tile the tile of the tray where it began, or -1
 * @property {number} code of what is dragged
 * @property {"wait" | "held" | "drag" | "pan" | "scroll"} mode
 */

const HOLD = 500; // milliseconds
const STEP = 50; // pixels of the wheel that turn a tile
const ABOVE = 64; // pixels by which a tile hangs above the finger
const SMALL = 34; // pixels of a square below which there is a loupe

export class Hands {
  /** @param {() => import("./boardview.js").BoardView} view @param {import("./stage.js").Stage} stage @param {Actions} actions */
  constructor(view, stage, actions) {
    this.view = view;
    this.stage = stage;
    this.actions = actions;
    /** @type {Set<number>} */
    this.pointers = new Set();
    /** @type {Gesture | null} */
    this.gesture = null;
    this.target = -1;
    this.timer = 0;
    this.wheel = { time: 0, pixels: 0 };
    this.ghost = make("div", { id: "ghost", hidden: true, "aria-hidden": "true" });
    this.loupe = make("div", { id: "loupe", hidden: true, "aria-hidden": "true" });
    document.body.append(this.ghost, this.loupe);
  }

  listen() {
    const { frame } = this.stage;
    frame.addEventListener("pointerdown", (event) => this.down(event, this.view().indexAt(event.clientX, event.clientY), -1));
    find("tray").addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      const tile = /** @type {any} */ (event.target).closest?.("[data-code]");
      if (tile) this.down(event, -1, Number(tile.dataset.code));
    });
    frame.addEventListener("click", (event) => this.clicked(event, (cell) => this.actions.tap(Number(cell.dataset.index), true)));
    find("tray").addEventListener("click", (/** @type {MouseEvent} */ event) =>
      this.clicked(event, (tile) => this.actions.tapTray(Number(tile.dataset.code))));
    // The browser would play a mouse after the finger, which presses, selects and paints once more. The event goes to
    // what was touched, even if that has been drawn again since, and then it reaches nothing else.
    const alone = (/** @type {TouchEvent} */ event) => event.target?.addEventListener("touchend", (end) => {
      if (end.cancelable) end.preventDefault();
    }, { once: true, passive: false });
    for (const place of [frame, find("tray")]) place.addEventListener("touchstart", alone, { passive: true });
    addEventListener("pointermove", (event) => this.move(event));
    addEventListener("pointerup", (event) => this.up(event));
    addEventListener("pointercancel", (event) => this.cancel(event));
    frame.addEventListener("contextmenu", (event) => event.preventDefault());
    frame.addEventListener("wheel", (event) => {
      if (event.ctrlKey || event.metaKey || !event.deltaY) return;
      const index = this.view().indexAt(event.clientX, event.clientY);
      // A touchpad sends many small steps, a wheel a large one.
      const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : STEP);
      const goesOn = event.timeStamp - this.wheel.time < 300 && pixels * this.wheel.pixels > 0;
      this.wheel = { time: event.timeStamp, pixels: pixels + (goesOn ? this.wheel.pixels : 0) };
      if (index < 0 || Math.abs(this.wheel.pixels) < STEP) return;
      this.wheel.pixels = 0;
      if (this.actions.turn(index, event.deltaY > 0 ? 1 : -1)) event.preventDefault();
    }, { passive: false });
  }

  /** A screen reader clicks without a pointer. @param {MouseEvent} event @param {(element: any) => void} deed */
  clicked(event, deed) {
    const element = /** @type {any} */ (event.target).closest?.(".cell, [data-code]");
    if (event.detail === 0 && element) deed(element);
  }

  /** @param {PointerEvent} event @param {number} index @param {number} code of a tile in the tray, or -1 */
  down(event, index, code) {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    this.pointers.add(event.pointerId);
    if (this.pointers.size > 1) {
      this.abandon();
      return;
    }
    this.gesture = {
      id: event.pointerId, x: event.clientX, y: event.clientY, touch: event.pointerType !== "mouse",
      left: this.stage.frame.scrollLeft, top: this.stage.frame.scrollTop,
      index, tile: code < 0 ? -1 : this.view().puzzle.tileOf(code), code: code < 0 && index >= 0 ? this.actions.codeAt(index) : code, mode: "wait",
    };
    if (index >= 0 && this.actions.canHold(index)) {
      this.timer = setTimeout(() => {
        if (this.gesture?.mode !== "wait") return;
        this.gesture.mode = "held";
        this.actions.hold(index);
      }, HOLD);
    }
  }

  /** Whether the tray scrolls sideways, as on a phone: then a finger that goes up drags a tile. */
  get sideways() {
    return getComputedStyle(find("tray")).gridAutoFlow.startsWith("column");
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { gesture } = this;
    if (!gesture || event.pointerId !== gesture.id) return;
    const [dx, dy] = [event.clientX - gesture.x, event.clientY - gesture.y];
    if (gesture.mode === "wait" && Math.hypot(dx, dy) > (gesture.touch ? 10 : 5)) {
      clearTimeout(this.timer);
      // Along the tray, a finger scrolls, which is the browser's.
      const along = this.sideways ? Math.abs(dx) > Math.abs(dy) : Math.abs(dy) > Math.abs(dx);
      gesture.mode = gesture.tile >= 0 && gesture.touch && along ? "scroll" : gesture.code >= 0 ? "drag" : "pan";
      if (gesture.mode === "drag") this.begin(gesture);
    }
    if (gesture.mode === "pan") this.stage.frame.scrollTo(gesture.left - dx, gesture.top - dy);
    if (gesture.mode === "drag") this.hang(gesture, event.clientX, event.clientY);
  }

  /** @param {PointerEvent} event */
  up(event) {
    this.pointers.delete(event.pointerId);
    const { gesture, target } = this;
    if (!gesture || event.pointerId !== gesture.id) return;
    this.end();
    this.gesture = null;
    if (gesture.mode === "wait" && gesture.tile >= 0) this.actions.tapTray(gesture.code);
    else if (gesture.mode === "wait" && gesture.index >= 0) this.actions.tap(gesture.index, !gesture.touch);
    else if (gesture.mode === "drag") {
      const tray = find("tiles").getBoundingClientRect();
      const inTray = event.clientX >= tray.left && event.clientX <= tray.right && event.clientY >= tray.top && event.clientY <= tray.bottom;
      if (target >= 0) this.actions.drop(gesture.code, target);
      else if (inTray && gesture.index >= 0) this.actions.drop(gesture.code, -1);
    }
  }

  /** @param {PointerEvent} event */
  cancel(event) {
    this.pointers.delete(event.pointerId);
    if (this.gesture?.id !== event.pointerId) return;
    this.abandon();
  }

  /** Let go of what is dragged, where it came from. @returns {boolean} whether something was dragged */
  abandon() {
    const dragged = this.gesture?.mode === "drag";
    this.end();
    this.gesture = null;
    return dragged;
  }

  end() {
    clearTimeout(this.timer);
    this.ghost.hidden = true;
    this.loupe.hidden = true;
    this.ring(-1);
    document.body.classList.remove("dragging");
  }

  /** @param {Gesture} gesture */
  begin(gesture) {
    const { puzzle } = this.view();
    const size = Math.max(40, Math.min(120, this.stage.square));
    this.ghost.replaceChildren(picture(single(puzzle.sides(gesture.code), this.look())));
    this.ghost.style.width = `${size}px`;
    this.ghost.style.height = `${size}px`;
    document.body.classList.add("dragging");
  }

  /** @returns {import("./drawing.js").Look} */
  look() {
    return { sides: document.body.dataset.sides ?? "patterns" };
  }

  /** Hang what is dragged above the finger; the square below it is the target, or that of the finger in the first row. @param {Gesture} gesture @param {number} x @param {number} y */
  hang(gesture, x, y) {
    const [atX, atY] = [x, gesture.touch ? y - ABOVE : y];
    const above = this.view().indexAt(atX, atY);
    const target = above < 0 ? this.view().indexAt(x, y) : above;
    const small = gesture.touch && this.stage.square < SMALL && target >= 0;
    this.ghost.hidden = small;
    const half = this.ghost.offsetWidth / 2;
    this.ghost.style.transform = `translate(${atX - half}px, ${atY - half}px)`;
    if (small && (target !== this.target || this.loupe.hidden)) this.magnify(gesture.code, target);
    this.loupe.hidden = !small;
    if (small) this.loupe.style.transform = `translate(${Math.max(4, Math.min(innerWidth - 136, x - 66))}px, ${y > 240 ? y - 210 : y + 60}px)`;
    if (target !== this.target) this.ring(target);
  }

  /** @param {number} target */
  ring(target) {
    const view = this.view();
    view.groups[this.target]?.classList.remove("target");
    this.target = target;
    view.groups[target]?.classList.add("target");
  }

  /** The squares around the target, with the tile on it, enlarged. @param {number} code @param {number} target */
  magnify(code, target) {
    const view = this.view();
    const [col, row] = view.puzzle.place(target);
    let text = `<svg viewBox="${(col - 1) * UNIT} ${(row - 1) * UNIT} ${3 * UNIT} ${3 * UNIT}">`;
    for (let down = row - 1; down <= row + 1; down += 1) {
      for (let across = col - 1; across <= col + 1; across += 1) {
        if (down < 0 || across < 0 || down >= view.puzzle.rows || across >= view.puzzle.cols) continue;
        const here = down === row && across === col;
        const content = here
          ? squareSvg({ index: target, col, row, tile: faceOf(code), rot: rotOf(code), sides: view.puzzle.sides(code) }, this.look())
          : view.groups[down * view.puzzle.cols + across]?.innerHTML ?? "";
        text += `${content}<rect class="${here ? "aim" : "edge"}" x="${across * UNIT}" y="${down * UNIT}" width="${UNIT}" height="${UNIT}"/>`;
      }
    }
    this.loupe.replaceChildren(picture(`${text}</svg>`));
  }
}
