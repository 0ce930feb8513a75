// Where keys lead on a board, and puzzles that are made on the page.

import assert from "node:assert/strict";
import test from "node:test";
import { planted } from "../../../../edgeasp/draw/page/modules/planting.js";
import { targetOf } from "../../../../edgeasp/draw/page/modules/puzzle.js";
import { dice } from "./cases.js";

const random = (/** @type {number} */ seed) => {
  const roll = dice(seed);
  return () => roll(2 ** 20) / 2 ** 20;
};

test("keys lead to the next square, across a hole, or to the end of a row", () => {
  // . # #
  // # . #
  // # # #
  const laid = [-2, -1, -1, -1, -2, -1, -1, -1, -1];
  const from = (/** @type {number} */ index) => ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft", "Home", "End", "x"]
    .map((key) => targetOf(key, laid, 3, index));
  assert.deepEqual(from(1), [1, 2, 7, 3, 1, 2, -1]);
  assert.deepEqual(from(3), [1, 5, 6, 3, 3, 5, -1]);
  assert.deepEqual(from(8), [5, 8, 8, 7, 6, 8, -1]);
});

test("the last row of tiles may be short", () => {
  const laid = [0, 4, 8, 12, 16];
  assert.deepEqual([targetOf("End", laid, 3, 3), targetOf("ArrowRight", laid, 3, 4), targetOf("ArrowDown", laid, 3, 2)], [4, 2, 4]);
});

const ALL = ["top", "right", "bottom", "left"];
const PLANS = [
  { cols: 4, rows: 3, colours: 5 },
  { cols: 3, rows: 3, colours: 4, open: ["top", "left"], holes: [4] },
  { cols: 3, rows: 3, colours: 2, open: ALL.slice(1), holes: [0] },
  { cols: 3, rows: 3, colours: 4, open: ALL, holes: [4] },
  { cols: 2, rows: 2, colours: 1, open: ALL },
];

for (const [number, plan] of PLANS.entries()) {
  test(`a puzzle that is made has a frame where the plan has one, plan ${number}`, () => {
    const puzzle = planted(plan, random(number));
    const { cols, rows, colours, open = [], holes = [] } = plan;
    assert.equal(puzzle.tiles.length, cols * rows - holes.length);
    assert.equal(puzzle.framed, open.length < 4);
    assert.deepEqual([...puzzle.rim.keys()], open.length < 4 ? ALL.filter((side) => open.includes(side)) : []);
    const sides = puzzle.tiles.flat();
    assert.equal(sides.filter((colour) => colour === 0).length, puzzle.allowed.flat().filter(Boolean).length);
    assert.ok(sides.every((colour) => colour >= 0 && colour <= colours));
  });
}
