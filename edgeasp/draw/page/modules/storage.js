// What the browser keeps: games by puzzle, and settings. A browser that keeps nothing is no error.

const PREFIX = "edgeasp:";

/** @param {string} name @returns {any} null if there is nothing, or nothing that can be read */
export const recall = (name) => {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? "null");
  } catch {
    return null;
  }
};

/** @param {string} name @param {unknown} value @returns {boolean} whether it was kept */
export const keep = (name, value) => {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
};

/** What this tab alone keeps, also when the browser loads its page again. @param {string} name @returns {string | null} */
export const recallHere = (name) => {
  try {
    return sessionStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
};

/** @param {string} name @param {string} value */
export const keepHere = (name, value) => {
  try {
    sessionStorage.setItem(PREFIX + name, value);
  } catch { /* as if it had forgotten */ }
};

/** Hear of what another window of this browser keeps. @param {(name: string) => void} deed */
export const onKept = (deed) => addEventListener("storage", ({ key }) => {
  if (key?.startsWith(PREFIX)) deed(key.slice(PREFIX.length));
});
