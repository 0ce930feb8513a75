// What the browser keeps: games by puzzle, and settings. A browser that keeps nothing is no error.

const PREFIX = "edgeasp:";

/** @typedef {"localStorage" | "sessionStorage"} Where of all windows, or of this tab alone, also when its page is loaded again */

/** @param {string} name @param {Where} [where] @returns {any} null if there is nothing, or nothing that can be read */
export const recall = (name, where = "localStorage") => {
  try {
    return JSON.parse(globalThis[where].getItem(PREFIX + name) ?? "null");
  } catch {
    return null;
  }
};

/** @param {string} name @param {unknown} value @param {Where} [where] @returns {boolean} whether it was kept */
export const keep = (name, value, where = "localStorage") => {
  try {
    globalThis[where].setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
};

/** Hear of what another window of this browser keeps. @param {(name: string) => void} deed */
export const onKept = (deed) => addEventListener("storage", ({ key }) => {
  if (key?.startsWith(PREFIX)) deed(key.slice(PREFIX.length));
});
