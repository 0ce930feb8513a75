// The tray: the tiles that are not on the board, by kind, colour and rarity, or those that fit a square with all turns.

import { find, make, picture } from "./dom.js";
import { escaped, single } from "./drawing.js";
import { chip } from "./chip.js";
import { counted, Puzzle } from "./puzzle.js";

/**
 * @typedef {object} Shown what the tray shows
 * @property {number[]} unplaced
 * @property {number} hand the code in hand, or -1
 * @property {number[] | null} fits the codes that fit the marked square, if these alone are asked for
 * @property {import("./drawing.js").Look} look
 */

export class Tray {
  /** @param {Puzzle} puzzle @param {() => void} changed called when what is asked for has changed */
  constructor(puzzle, changed) {
    this.puzzle = puzzle;
    this.changed = changed;
    this.kind = "all";
    this.order = "number";
    /** @type {number | null} */
    this.colour = null;
    this.fits = false;
    /** @type {Map<number, any>} */
    this.buttons = new Map();
    /** The code in which each tile lies in the tray. */
    this.codes = puzzle.ways.map(([code]) => code);
    this.drawn = "";
    /** @type {Set<number>} the keys of the buttons that are hidden; to ask them takes longer than to lay a tile */
    this.hidden = new Set();
    /** @type {any} the option that the tab key reaches */
    this.stop = null;
    /** @type {any} the option that is in hand */
    this.lit = null;
  }

  /** The tiles in the order that is asked for. */
  get sorted() {
    const { puzzle } = this;
    const tiles = [...puzzle.tiles.keys()];
    if (this.order === "number") return tiles;
    const rarity = (/** @type {number} */ tile) => puzzle.tiles[tile].filter((colour) => colour > 0)
      .map((colour) => puzzle.counts.get(colour) ?? 0).sort((one, other) => one - other);
    const value = (/** @type {number} */ tile) => (this.order === "rarity" ? rarity(tile)
      : [...puzzle.tiles[tile]].sort((one, other) => one - other));
    const values = tiles.map(value);
    return tiles.sort((one, other) => {
      const at = values[one].findIndex((each, index) => each !== values[other][index]);
      return at < 0 ? one - other : values[one][at] - values[other][at];
    });
  }

  /** Whether a tile is of the kind and has the colour that is asked for. @param {number} tile */
  wanted(tile) {
    const sides = this.puzzle.tiles[tile];
    const shown = this.puzzle.ways[tile].flatMap((code) => this.puzzle.sides(code));
    const outside = Math.min(2, sides.filter((colour) => colour === 0).length);
    return (this.kind === "all" || this.kind === Puzzle.kind(outside)) && (this.colour === null || shown.includes(this.colour));
  }

  /** The buttons above the tray. */
  filters() {
    const { puzzle } = this;
    const filters = find("filters");
    const parts = () => [...filters.querySelectorAll("button, select, summary")];
    const at = parts().indexOf(/** @type {Element} */ (document.activeElement));
    /** @param {"kind" | "order"} id @param {string} label @param {Record<string, string>} options */
    const pick = (id, label, options) => make("label", { class: "pick" }, make("span", { class: "hidden" }, label),
      make("select", { id, onchange: (/** @type {any} */ event) => { this[id] = event.target.value; this.changed(); } },
        ...Object.entries(options).map(([value, text]) => make("option", { value, selected: value === this[id] }, text))));
    filters.replaceChildren(
      make("button", { id: "fits", "aria-pressed": String(this.fits), title: "Tiles that fit the marked square (H)",
        onclick: () => { this.fits = !this.fits; this.changed(); } }, "Fits here"),
      ...(puzzle.framed ? [pick("kind", "Kind", { all: "All", corner: "Corners", side: "Sides", centre: "Centre" })] : []),
      pick("order", "Order", { number: "by number", rarity: "rare first", colours: "by colours" }),
      make("details", { id: "colours", open: this.colour !== null },
        make("summary", {}, this.colour === null ? "Colour" : `Colour ${puzzle.colour(this.colour)}`),
        make("div", { class: "chips" }, ...puzzle.colours.filter((colour) => colour > 0).map((colour) =>
          chip(colour, puzzle.colour(colour), this.colour === colour, () => { this.colour = this.colour === colour ? null : colour; this.changed(); },
            `colour ${puzzle.colour(colour)}: ${counted(puzzle.counts.get(colour) ?? 0, "side")}`)))),
    );
    // Keep the keyboard position.
    if (at >= 0) /** @type {any} */ (parts()[at])?.focus();
  }

  /** @param {Shown} shown */
  draw({ unplaced, hand, fits, look }) {
    const tray = find("tray");
    const layout = `${look.sides} ${this.order} ${fits ? `fits ${fits.join()}` : ""}`;
    const left = new Set(unplaced);
    if (layout !== this.drawn) {
      this.drawn = layout;
      const codes = fits ?? this.sorted.map((tile) => this.codes[tile]);
      tray.innerHTML = codes.map((code) => this.option(code, look)).join("");
      this.buttons = new Map([...tray.children].map((option, number) => [fits ? codes[number] : this.puzzle.tileOf(codes[number]), option]));
      this.hidden.clear();
      this.stop = this.lit = null;
    }
    let shown = 0;
    let first = null;
    for (const [key, button] of this.buttons) {
      const tile = fits ? this.puzzle.tileOf(key) : key;
      const visible = left.has(tile) && (fits !== null || this.wanted(tile));
      if (visible === this.hidden.has(key)) {
        button.hidden = !visible;
        if (visible) this.hidden.delete(key);
        else this.hidden.add(key);
      }
      if (visible) first ??= button;
      shown += Number(visible);
    }
    if (!this.stop || this.stop.hidden) this.stopAt(first);
    this.light(this.buttons.get(fits || hand < 0 ? hand : this.puzzle.tileOf(hand)));
    const all = counted(unplaced.length, "tile");
    find("number").textContent = fits !== null ? `${counted(shown, "placement")} fit${shown === 1 ? "s" : ""}`
      : shown === unplaced.length ? `${all} left` : `${shown} of ${all} left`;
    find("none").hidden = shown > 0;
    find("none").textContent = unplaced.length === 0 ? "Every tile is on the board." : fits !== null ? "No remaining tile fits there."
      : "No remaining tile matches.";
  }

  /** One option can be reached with the tab key, the others with the arrow keys. @param {any} option */
  stopAt(option) {
    this.stop?.setAttribute("tabindex", "-1");
    option?.setAttribute("tabindex", "0");
    this.stop = option;
  }

  /** @param {any} option */
  light(option = null) {
    if (option === this.lit) return;
    this.lit?.setAttribute("aria-selected", "false");
    option?.setAttribute("aria-selected", "true");
    this.lit = option;
  }

  /** @param {number} code @param {import("./drawing.js").Look} look */
  option(code, look) {
    const tile = this.puzzle.tileOf(code);
    const sides = this.puzzle.sides(code);
    const name = this.puzzle.tileName(code);
    const sign = this.puzzle.signs?.[tile] ?? "";
    return `<div role="option" tabindex="-1" data-code="${code}" data-tile="${tile}" aria-selected="false" title="Tile ${escaped(name)}" `
      + `aria-label="${escaped(`${this.puzzle.spokenName(code)}, ${this.puzzle.shown(code)}`)}">${single(sides, look)}${sign ? `<span class="sign">${sign}</span>` : ""}</div>`;
  }

  /** Turn a tile in the tray, or turn it over. @param {number} code @param {import("./drawing.js").Look} look */
  turn(code, look) {
    const tile = this.puzzle.tileOf(code);
    this.codes[tile] = code;
    const old = this.buttons.get(tile);
    if (!old || this.fits) return;
    old.dataset.code = String(code);
    old.querySelector("svg").replaceWith(picture(single(this.puzzle.sides(code), look)));
    old.setAttribute("aria-label", `${this.puzzle.spokenName(code)}, ${this.puzzle.shown(code)}`);
    old.title = `Tile ${this.puzzle.tileName(code)}`;
  }

  /** The options that can be seen, in their order. @returns {any[]} */
  get visible() {
    return [...this.buttons].flatMap(([key, button]) => (this.hidden.has(key) ? [] : [button]));
  }
}

