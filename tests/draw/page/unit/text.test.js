// Puzzles and boards as text.

import assert from "node:assert/strict";
import test from "node:test";
import { Puzzle, writeSol } from "../../../../edgeasp/draw/page/modules/puzzle.js";
import { readBoard, readPuz, readSol, writePuz } from "../../../../edgeasp/draw/page/modules/texts.js";
import { cases, refusal, small } from "./cases.js";

for (const { name, record, puz, boards } of cases.puzzles) {
  test(`written and read, ${name}`, () => {
    assert.equal(writePuz(readPuz(`c x\n${puz}`)), puz);
    const puzzle = new Puzzle(record);
    for (const { laid, sol } of boards) {
      if (sol) assert.deepEqual(readSol(sol, puzzle), laid);
      assert.deepEqual(writeSol(puzzle, laid).split("\n").sort(), sol.split("\n").sort());
    }
  });
}

for (const [text, puz] of cases.spellings) test(`read as in Python: ${text}`, () => assert.equal(writePuz(readPuz(text)), puz));

for (const text of cases.nonsense) {
  test(`refused in a line: ${text.slice(0, 60)}`, () => {
    assert.match(refusal(() => readPuz(text)), /^TextError: .*expected/s);
    const board = refusal(() => readBoard(text, small()));
    assert.match(board, /^TextError: /);
    assert.ok(board.length < 200, board);
  });
}

test("spare tiles are stated once", () => {
  const text = `2 2\nc edgeasp spare 1\nc edgeasp spare 1\n${"1 1 1 1\n".repeat(5)}`;
  assert.equal(refusal(() => readPuz(text)), "TextError: expected the number of spare tiles once, found it again");
  readPuz(text.replace("c edgeasp spare 1\n", ""));
});

test("answer of clingo", () => {
  for (const { laid, atoms } of cases.answers) {
    if (laid.some((/** @type {number} */ code) => code >= 0)) assert.deepEqual(readBoard(atoms, small()), laid);
    else assert.match(refusal(() => readBoard(atoms, small())), /expected/);
  }
});

for (const [atoms, words] of [
  ["chosenTile(1,1,1) chosenTile(2,1,1)", "tile 1 is chosen twice"],
  ["chosenTile(1,1,1) chosenTile(1,1,2)", "square 1,1 is chosen twice"],
  ["chosenTile(4,1,1)", "a square and a tile of this puzzle, found “chosenTile(4,1,1)”"],
  ["chosenTile(1,1,1) chosenRotation(1,1,45)", "found “chosenRotation(1,1,45)”"],
]) {
  test(`refused: ${atoms}`, () => {
    const said = refusal(() => readBoard(atoms, small()));
    assert.ok(said.startsWith("TextError: ") && said.includes(words), said);
  });
}
