// The port to clingo: `solve` and `cancel`. Here a worker answers; something else may, with the same two calls.

/**
 * @typedef {{atoms: string[], costs: number[]}} Model
 * @typedef {object} Answer
 * @property {boolean} found whether there is a model
 * @property {boolean} complete whether the search is complete, so that there is nothing else to find
 * @property {number} number how many models there were
 * @property {Model | null} last the last model: the best one, or all consequences
 * @property {number} seconds
 * @property {string} messages clingo's messages, such as errors with their lines
 * @property {boolean} refused whether clingo has refused the program
 */

/**
 * @typedef {object} Port
 * @property {(program: string, options: string, onModel?: (model: Model) => void) => Promise<Answer>} solve
 * @property {() => void} cancel
 */

/** A call that was ended before its answer. */
export class Cancelled extends Error {}

/** @param {string} packed base64 of gzip */
export const unpacked = (packed) => {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
};

/** An instance of clingo in a worker; it begins with the first call, and each call has it alone. */
export class WorkerEngine {
  /** @param {{script: string, binary: string}} packed the script of the worker and the binary, base64 of gzip */
  constructor(packed) {
    this.packed = packed;
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {WebAssembly.Module | null} */
    this.compiled = null;
    /** @type {Promise<string> | null} */
    this.address = null;
    /** @type {((reason: Error) => void) | null} */
    this.reject = null;
  }

  /** Get ready, so that the first call need not wait. */
  async start() {
    this.address ??= unpacked(this.packed.script).text().then((text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
    const address = await this.address;
    if (this.worker) return;
    this.worker = new Worker(address);
    this.worker.onmessage = ({ data }) => { if (data.compiled) this.compiled = data.compiled; };
    this.worker.postMessage(this.compiled ? { module: this.compiled } : { packed: this.packed.binary });
  }

  /**
   * Ask clingo.
   * @param {string} program facts and rules
   * @param {string} options of clingo
   * @param {(model: Model) => void} [onModel] called for each model as it comes
   * @returns {Promise<Answer>} rejected with `Cancelled` if the call is ended
   */
  solve(program, options, onModel = () => {}) {
    if (this.reject) return Promise.reject(new Error("a call at a time"));
    const began = performance.now();
    return new Promise((resolve, reject) => {
      const done = () => { this.reject = null; };
      this.reject = (reason) => { done(); reject(reason); };
      const own = this.reject;
      let number = 0;
      /** @type {Model | null} */
      let last = null;
      this.start().then(() => {
        if (this.reject !== own || !this.worker) return;
        this.worker.onmessage = ({ data }) => {
          if (data.compiled) this.compiled = data.compiled;
          else if (data.model) {
            last = { atoms: data.model.Value, costs: data.model.Costs ?? [] };
            number += 1;
            onModel(last);
          } else if (data.fault) {
            this.end();
            own(new Error(data.fault));
          } else {
            done();
            resolve(answer(data, number, last, (performance.now() - began) / 1000));
          }
        };
        this.worker.onerror = (event) => {
          this.end();
          own(new Error(event.message || "the worker has ended"));
        };
        this.worker.postMessage({ call: { program, options } });
      }, own);
    });
  }

  /** End the call that runs, if there is one; the next one has a new worker. */
  cancel() {
    if (!this.reject) return;
    this.end();
    this.reject(new Cancelled("cancelled"));
  }

  end() {
    this.worker?.terminate();
    this.worker = null;
  }
}

/**
 * @param {{status: number, output: string, messages: string}} data
 * @param {number} number
 * @param {Model | null} last
 * @param {number} seconds
 * @returns {Answer}
 */
const answer = ({ status, output, messages }, number, last, seconds) => {
  // clasp's status: 10 a model, 20 the search is complete, 30 both; 1 interrupted; 33, 65 and 128 faults.
  const refused = status >= 33 || output.trim() === "";
  const models = refused ? null : JSON.parse(output).Models;
  return {
    found: !refused && (status & 10) === 10,
    complete: !refused && (status & 20) === 20,
    number: models?.Number ?? number,
    last,
    seconds,
    messages,
    refused,
  };
};
