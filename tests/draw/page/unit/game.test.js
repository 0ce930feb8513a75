// The game: moves, undo and redo, and what is saved.

import assert from "node:assert/strict";
import test from "node:test";
import { Game } from "../../../../edgeasp/draw/page/modules/game.js";
import { dice, small } from "./cases.js";

/** A game as it comes back from the storage. @param {Game} game */
const loaded = (game) => Game.load(game.puzzle, game.given, JSON.parse(JSON.stringify(game.save())));

/** @param {Game} game @param {(bound: number) => number} random */
const move = (game, random) => {
  const [index, code] = [random(3), random(16)]; // few, so that moves meet
  const [lay, turn] = [() => game.lay(index, code), () => game.turn(index, 1 + code % 3)];
  const rare = [() => game.lift(index), () => game.toggleLock(index), () => game.clear(), () => game.undo()];
  [lay, lay, lay, turn, turn, turn, turn, rare[random(rare.length)]][random(8)]();
};

for (let seed = 0; seed < 200; seed += 1) {
  test(`undo and redo pass through every board, seed ${seed}`, () => {
    const random = dice(seed);
    const game = new Game(small(), new Map([[0, 12]]));
    const start = [...game.cells];
    for (let number = random(40); number > 0; number -= 1) {
      move(game, random);
      assert.ok(game.holds(game.cells), "a tile lies on two squares");
    }
    const again = loaded(game);
    assert.deepEqual([again?.save(), again?.cells], [game.save(), game.cells]);
    const past = game.past();
    assert.deepEqual(past[past.length - 1], game.laid);
    const [end, steps] = [[...game.cells], game.at];
    while (game.undo()) assert.deepEqual(game.laid, past[game.at]);
    assert.deepEqual(game.cells, start);
    for (let step = 0; step < steps; step += 1) game.redo();
    assert.deepEqual(game.cells, end);
  });
}

test("a locked tile stays, and so does a clue", () => {
  const game = new Game(small(), new Map([[0, 12]]));
  game.lay(1, 16);
  game.toggleLock(1);
  const before = [...game.cells];
  for (const index of [0, 1]) {
    for (const changed of [game.lay(index, 20), game.lift(index), game.turn(index)]) assert.deepEqual(changed, []);
  }
  assert.deepEqual([game.lay(2, 12), game.lay(2, 16), game.cells], [[], [], before]);
  game.toggleLock(1);
  game.clear();
  assert.deepEqual(game.laid, [12, ...Array(8).fill(-1)]);
});

test("a tile that is laid moves, or takes the place of another", () => {
  const game = new Game(small());
  game.lay(0, 12);
  game.lay(1, 17);
  game.lay(4, 12);
  assert.deepEqual([game.code(0), game.code(4)], [-1, 12]);
  game.lay(1, 14);
  assert.deepEqual([game.code(1), game.code(4)], [14, 17]);
  game.undo();
  assert.deepEqual(game.laid, [-1, 17, -1, -1, 12, -1, -1, -1, -1]);
});

test("rotations before and after an undo are kept", () => {
  const game = new Game(small());
  game.lay(4, 16);
  game.turn(4);
  game.lay(0, 0);
  game.undo();
  game.turn(4);
  const again = loaded(game);
  assert.deepEqual([again?.laid, again?.steps.length], [game.laid, 3]);
});

test("anything else that was saved is refused", () => {
  const empty = { cells: Array(9).fill(-1), steps: [], at: 0, bookmarks: [] };
  const step = (/** @type {number[]} */ ...change) => ({ ...empty, steps: [{ kind: "lay", changes: [change] }], at: 1 });
  assert.notEqual(Game.load(small(), new Map(), empty), null);
  const others = [
    null, 1, "x", [], {}, { cells: [] }, { ...empty, cells: Array(9).fill(0) }, step(0, 5, 6), step(0, -1, 999),
    { ...empty, at: 7 },
  ];
  for (const saved of others) assert.equal(Game.load(small(), new Map(), saved), null, JSON.stringify(saved));
});
