// The compiled search: as many boards as in Python, distinct, and each a solution.

import assert from "node:assert/strict";
import test from "node:test";
import { check, extended } from "../../../../edgeasp/draw/page/modules/checker.js";
import { Puzzle } from "../../../../edgeasp/draw/page/modules/puzzle.js";
import { Scanner } from "../../../../edgeasp/draw/page/modules/scan.js";
import { cases } from "./cases.js";

const MOST = 1000;

for (const { name, record, laid, number } of cases.searched) {
  test(`boards, ${name}`, async () => {
    const puzzle = new Puzzle(record);
    const scanner = new Scanner(cases.packed);
    scanner.least = 0;
    const scan = await scanner.begin(puzzle, laid, false);
    const found = scan ? await scan.run(MOST, () => true) : { boards: [], over: true };
    assert.ok(found);
    assert.equal(found.boards.length, Math.min(number, MOST));
    assert.ok(found.over || number >= MOST);
    const pictures = found.boards.map((board) => board.map((code) => (code < 0 ? "" :
      `${puzzle.sides(code)} ${puzzle.appearances[puzzle.tileOf(code)]}`)).join("; "));
    assert.equal(new Set(pictures).size, pictures.length);
    for (const board of found.boards) {
      assert.ok(check(puzzle, board).solved && extended(laid, board, puzzle));
    }
  });
}
