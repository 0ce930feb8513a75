// Browser storage: games by puzzle, and settings. Storage may be unavailable.

const PREFIX = "edgeasp:";

/** What the browser has refused to keep: it stays until the page is left. @type {Map<string, string>} */
const refused = new Map();

/** @typedef {"localStorage" | "sessionStorage"} Where of all windows, or of this tab alone, also when its page is loaded again */

/** @param {string} name @param {Where} [where] @returns {any} null if there is nothing, or nothing that can be read */
export const recall = (name, where = "localStorage") => {
  try {
    return JSON.parse(refused.get(`${where}:${name}`) ?? globalThis[where].getItem(PREFIX + name) ?? "null");
  } catch {
    return null;
  }
};

/** @param {string} name @param {unknown} value @param {Where} [where] @returns {boolean} whether it was kept longer than this page */
export const keep = (name, value, where = "localStorage") => {
  const text = JSON.stringify(value);
  try {
    globalThis[where].setItem(PREFIX + name, text);
    refused.delete(`${where}:${name}`);
    return true;
  } catch {
    refused.set(`${where}:${name}`, text);
    return false;
  }
};

/** A value that all windows of this browser show: each takes over what another one has kept before it changes the value. */
export class Shared {
  /** @type {string | null} the stamp of the value that this window shows */
  #stamp = null;

  /** @param {string} name */
  constructor(name) {
    this.name = name;
  }

  /** @returns {any} what another window has kept since the last call, null if nothing */
  news() {
    const value = recall(this.name);
    if (!value || value.stamp === this.#stamp) return null;
    this.#stamp = value.stamp;
    return value;
  }

  /** @returns {boolean} whether another window has kept something that this one does not show yet */
  get stale() {
    const value = recall(this.name);
    return value !== null && value.stamp !== this.#stamp;
  }

  /** @param {object} value @returns {boolean} whether it was kept longer than this page */
  keep(value) {
    this.#stamp = `${Date.now()} ${Math.random()}`;
    return keep(this.name, { ...value, stamp: this.#stamp });
  }
}

/** Hear of what another window of this browser keeps. @param {(name: string) => void} deed */
export const onKept = (deed) => addEventListener("storage", ({ key }) => {
  if (!key?.startsWith(PREFIX)) return;
  refused.delete(`localStorage:${key.slice(PREFIX.length)}`);
  deed(key.slice(PREFIX.length));
});
