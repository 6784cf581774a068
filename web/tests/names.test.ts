/** Names of zones at scales at which the printed ones cannot be read. */
import assert from "node:assert/strict";
import test from "node:test";
import { LETTERS, nameSpot } from "../src/lib/names";

test("a name that can be read is left to the map", () => {
  assert.equal(nameSpot([100, 100, 20], "Lebus", LETTERS / 20, null, 50), null);
});

test("a name that cannot be read is written as large as it must be, where the map has it", () => {
  const found = nameSpot([100, 100, 16], "Lebus", 0.4, null, 50)!;
  assert.deepEqual([found.x, found.y], [100, 100]);
  assert.ok(found.size * 0.4 >= LETTERS - 0.01);
});

test("it goes beneath a counter that would lie on it, and stays where none does", () => {
  const below = nameSpot([100, 100, 16], "Lebus", 0.4, [100, 90], 50)!;
  assert.ok(below.y - below.size / 2 >= 90 + 25, "clear of the counter");
  assert.deepEqual(nameSpot([100, 100, 16], "Lebus", 0.4, [300, 300], 50), nameSpot([100, 100, 16], "Lebus", 0.4, null, 50));
});
