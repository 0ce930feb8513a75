// What the browser keeps, as several windows see it.

import assert from "node:assert/strict";
import test from "node:test";
import { Shared } from "../../../../edgeasp/draw/page/modules/storage.js";
import { dice } from "./cases.js";

/** A browser that tells its windows nothing of one another, or is late. */
const browser = () => {
  const kept = new Map();
  globalThis.localStorage = /** @type {any} */ ({
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ text) => { kept.set(key, text); },
  });
};

for (let seed = 0; seed < 20; seed += 1) {
  test(`no move of several windows is lost, seed ${seed}`, () => {
    browser();
    const random = dice(seed);
    const windows = [0, 1, 2].map(() => ({ shared: new Shared("game"), moves: /** @type {number[]} */ ([]) }));
    for (let move = 0; move < 30; move += 1) {
      const shown = windows[random(windows.length)];
      shown.moves = shown.shared.news()?.moves ?? shown.moves;
      shown.moves.push(move);
      assert.ok(shown.shared.keep({ moves: shown.moves }));
      assert.equal(shown.shared.news(), null, "a window hears of itself");
    }
    const [first] = windows;
    assert.deepEqual(new Shared("game").news().moves, [...Array(30).keys()]);
    assert.equal(first.shared.stale, first.moves.length < 30);
  });
}
