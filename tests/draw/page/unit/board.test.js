// The checker, and what fits on a board.

import assert from "node:assert/strict";
import test from "node:test";
import { check } from "../../../../edgeasp/draw/page/modules/checker.js";
import { Fitting } from "../../../../edgeasp/draw/page/modules/fitting.js";
import { Puzzle } from "../../../../edgeasp/draw/page/modules/puzzle.js";
import { facts } from "../../../../edgeasp/draw/page/modules/texts.js";
import { cases, small } from "./cases.js";

/** @param {Puzzle} puzzle @param {number[]} laid @returns {string[]} */
const violations = (puzzle, laid) => check(puzzle, laid).violations.map((each) => each.text);

for (const { name, record, checked, fitted, text } of cases.puzzles) {
  const puzzle = new Puzzle(record);

  test(`violations, ${name}`, () => {
    for (const { laid, clues, report } of checked) {
      const { violations, missing, matched, solved } = check(puzzle, laid, new Map(clues));
      const found = [violations.map((each) => [each.condition, each.text]), missing, matched, solved];
      assert.deepEqual(found, report, `${laid}`);
    }
  });

  test(`fitting tiles, ${name}`, () => {
    for (const { laid, squares, deadEnds, only } of fitted) {
      const fitting = new Fitting(puzzle, laid);
      const found = fitting.empty.map((at) => [at, fitting.on(at), fitting.tilesOn(at), fitting.around(at)]);
      assert.deepEqual(found, squares, `${laid}`);
      assert.deepEqual([fitting.deadEnds, [...fitting.onlySquares]], [deadEnds, only], `${laid}`);
    }
  });

  test(`facts, ${name}`, () => assert.equal(facts(puzzle), text));
}

test("a tile rotated where none may be", () => {
  const puzzle = new Puzzle({ cols: 2, rows: 2, tiles: Array(4).fill([1, 1, 1, 1]), turning: false });
  assert.deepEqual(violations(puzzle, [0, 4, 8, 12]), []);
  assert.deepEqual(violations(puzzle, [0, 5, 8, 12]), ["A2 holds a tile that is turned left, and may not be"]);
});

test("a tile on two squares", () => {
  assert.equal(violations(small(), [12, 12, ...Array(7).fill(-1)])[0], "tile 3 is on 2 squares");
});
