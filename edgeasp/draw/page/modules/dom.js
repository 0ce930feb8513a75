// Elements of the page: made, found, announced; and texts that leave the page.

/**
 * An element with attributes and content; attributes that begin with `on` are listeners. Texts stay texts.
 * @param {string} name
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null)} content
 * @returns {any}
 */
export const make = (name, attributes = {}, ...content) => {
  const element = document.createElement(name);
  // A button in a form would send it.
  if (name === "button") element.setAttribute("type", name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) /** @type {any} */ (element)[key] = value;
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...content.filter((each) => each !== null));
  return element;
};

/** @param {string} id @returns {any} */
export const find = (id) => document.getElementById(id);

/** The element of a drawing, whose texts are escaped. @param {string} text @returns {any} */
export const picture = (text) => {
  const holder = make("div");
  holder.innerHTML = text;
  return holder.firstElementChild;
};

/** Say something to screen readers. @param {string} words */
export const announce = (words) => {
  const line = find("status");
  // The same words twice are said twice.
  line.textContent = line.textContent === words ? `${words}\u00a0` : words;
};

/** @param {Blob | string} content @param {string} name */
export const download = (content, name) => {
  const blob = typeof content === "string" ? new Blob([content], { type: "text/plain" }) : content;
  const address = URL.createObjectURL(blob);
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
};

/** A name for a file. @param {string} name @param {string} ending */
export const fileName = (name, ending) => {
  const plain = name.replace(/[^\p{L}\p{M}\p{N}_.-]+/gu, "-").replace(/\.(sol|puz|svg|png|csv)$/, "") || "board";
  return `${plain}.${ending}`;
};

/** Copy a text; the button says for a moment whether it was. @param {string} text @param {any} button */
export const copy = async (text, button) => {
  let copied = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // A page without https has no clipboard; and while a dialog is open, only what is in it can be selected.
    const area = make("textarea", {}, text);
    (document.querySelector("dialog[open]") ?? document.body).append(area);
    area.select();
    copied = document.execCommand("copy");
    area.remove();
  }
  button.dataset.words ??= button.textContent;
  button.textContent = copied ? "Copied" : "Not copied";
  announce(copied ? "copied" : "this browser does not let a page copy");
  setTimeout(() => { button.textContent = button.dataset.words; }, 1500);
};

/** Light or dark, whichever the page is not. @returns {string} which */
export const toggleTheme = () => {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const root = document.documentElement;
  root.dataset.theme = (root.dataset.theme ?? (dark ? "dark" : "light")) === "dark" ? "light" : "dark";
  return root.dataset.theme;
};

/** Open a dialog at its beginning, though the button that has the focus is at its end. @param {string} id */
export const openDialog = (id) => {
  find(id).showModal();
  find(id).scrollTop = 0;
};

/**
 * Radio buttons in a row.
 * @param {string} id @param {Record<string, string>} options the words of each value
 * @param {string} chosen @param {(value: string) => void} choose
 */
export const choice = (id, options, chosen, choose) => {
  find(id).append(...Object.entries(options).map(([value, words]) => make("label", {},
    make("input", { type: "radio", name: id, value, checked: value === chosen, onchange: () => choose(value) }), words)));
};

/** Fill the dialog of help. @param {string[][]} keys each with what it does */
export const listKeys = (keys) => {
  find("help").querySelector("dl").append(...keys.flatMap(([key, what]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, what)]));
};

/** @param {[string, ...(Node | string)[]][]} pairs */
export const rows = (pairs) =>
  make("dl", {}, ...pairs.flatMap(([term, ...what]) => [make("dt", {}, term), make("dd", {}, ...what)]));
