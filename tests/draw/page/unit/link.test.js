// Links: to the sites that show boards, and of the page itself.

import assert from "node:assert/strict";
import test from "node:test";
import { decode, encode } from "../../../../edgeasp/draw/page/modules/link.js";
import { Puzzle } from "../../../../edgeasp/draw/page/modules/puzzle.js";
import { readBoard, readPuz, writeLink, writePuz } from "../../../../edgeasp/draw/page/modules/texts.js";
import { cases, dice, refusal, small } from "./cases.js";

for (const { name, record, laid, link } of cases.sites) {
  test(`link of a site, ${name}`, () => {
    const puzzle = new Puzzle(record);
    assert.equal(writeLink(puzzle, laid, cases.start), link);
    const sides = (/** @type {number} */ code) => (code < 0 ? null : puzzle.sides(code));
    assert.deepEqual(readBoard(link, puzzle).map(sides), laid.map(sides));
  });
}

test("a link with a tile on a hole", () => {
  const puzzle = new Puzzle({ ...cases.small, holes: [4] });
  const link = `https://e2.bucas.name/#puzzle=x&board_w=3&board_h=3&board_edges=${"aaaa".repeat(4)}bbbb${"aaaa".repeat(4)}`;
  assert.match(refusal(() => readBoard(link, puzzle)), /the link has a tile on B2, which is no square of the board/);
});

test("a link places the tile it names, and leaves twins to the clues", () => {
  const twins = readPuz("2 2\n1 1 2 2\n1 1 2 2\n3 1 2 4\n4 2 1 3\n");
  const laid = [4, 0, 8, 12];
  const link = writeLink(twins, laid, "https://e2.bucas.name/#");
  assert.ok(link);
  const clues = new Map([[0, 4]]);
  assert.deepEqual(readBoard(link, twins, clues), laid);
  assert.deepEqual(readBoard(link, twins), laid);
  assert.deepEqual(readBoard(link.replace(/&board_pieces=.*/, ""), twins, clues), laid);
});

for (const { name, record, puz, boards } of cases.puzzles) {
  test(`fragment, ${name}`, () => {
    const puzzle = new Puzzle(record);
    for (const laid of boards) {
      const placed = laid.flatMap((/** @type {number} */ code, /** @type {number} */ at) => (code >= 0 ? [[at, code]] : []));
      const clues = new Map(placed.slice(0, 3));
      for (const whole of [true, false]) {
        const fragment = encode(puzzle, laid, clues, whole);
        const back = decode(fragment, whole ? [] : [puzzle]);
        assert.ok(back);
        assert.deepEqual([writePuz(back.puzzle), back.laid, back.clues], [puz, laid, clues]);
        if (!whole) assert.equal(decode(fragment, []), null);
      }
    }
  });
}

for (const { record, whole, most } of cases.full) {
  test(`a full board of ${record.cols} x ${record.rows} takes less than ${most} characters`, () => {
    const puzzle = new Puzzle(record);
    const laid = puzzle.tiles.map((_, tile) => 4 * tile + tile % 4);
    assert.ok(encode(puzzle, laid, new Map(), whole).length < most);
  });
}

test("other fragments open hardly anything, and never fail", () => {
  const random = dice(1);
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const some = Array.from({ length: 200 }, () => Array.from({ length: random(40) }, () => letters[random(64)]).join(""));
  const texts = [...cases.nonsense, ...some, "_".repeat(60), "-".repeat(20_000), "EQAA", "AAEC", "zzzz".repeat(30)];
  const opened = texts.map((text) => decode(text, [small()])).filter((each) => each !== null);
  assert.ok(opened.every(({ puzzle, laid }) => laid.length === puzzle.squares));
  assert.ok(opened.length < 0.2 * texts.length);
});
