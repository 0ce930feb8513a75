// The worker that runs clingo, after the script that defines `Module`: a message is a call, its answers are messages.
//
// The first message brings the binary, packed or compiled. It is compiled once, and goes back to the page, so that a
// worker that follows this one need not do it again. Each call has an instance of its own.

/** @type {Promise<WebAssembly.Module> | null} */
let compiled = null;

/** @param {string} packed base64 of gzip */
const unpack = async (packed) => {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const module = await WebAssembly.compile(await new Response(stream).arrayBuffer());
  postMessage({ compiled: module });
  return module;
};

/**
 * Reads what clingo prints with --outf=2 line by line: each witness is sent as it comes, the rest is kept.
 * @param {(witness: {Value: string[], Costs?: number[]}) => void} send
 */
const reader = (send) => {
  /** @type {string[]} */
  let witness = [];
  /** @type {string[]} */
  const rest = [];
  let depth = 0;
  let inside = false;
  return {
    /** @param {string} line */
    read(line) {
      const text = line.trim();
      if (inside && depth === 0 && text.startsWith("]")) inside = false;
      if (!inside) {
        rest.push(line);
        inside = text === '"Witnesses": [';
        return;
      }
      if (text === "{" || text.endsWith(": {")) depth += 1;
      if (text === "}" || text === "},") depth -= 1;
      witness.push(depth === 0 ? "}" : text);
      if (depth > 0) return;
      const found = JSON.parse(witness.join("\n"));
      // A bound on the costs comes as a witness without atoms.
      if (found.Value) send(found);
      witness = [];
    },
    rest: () => rest.join("\n"),
  };
};

/** @param {{program: string, options: string}} call */
const run = async ({ program, options }) => {
  const module = await compiled;
  const lines = reader((model) => postMessage({ model }));
  /** @type {string[]} */
  const said = [];
  // @ts-expect-error: the script before this one defines it
  const clingo = await Module({
    print: lines.read,
    printErr: (/** @type {string} */ line) => { said.push(line); },
    instantiateWasm: (/** @type {WebAssembly.Imports} */ imports, /** @type {Function} */ receive) => {
      WebAssembly.instantiate(/** @type {WebAssembly.Module} */ (module), imports).then((instance) => receive(instance));
      return {};
    },
  });
  let status;
  try {
    status = clingo.ccall("run", "number", ["string", "string"], [program, `--outf=2 ${options}`]);
  } catch (error) {
    said.push(String(error));
    status = 33;
  }
  postMessage({ status, output: lines.rest(), messages: said.join("\n") });
};

self.onmessage = ({ data }) => {
  if (data.packed) compiled = unpack(data.packed);
  if (data.module) compiled = Promise.resolve(data.module);
  compiled?.catch((error) => postMessage({ fault: String(error) }));
  if (data.call) run(data.call).catch((error) => postMessage({ fault: String(error) }));
};
