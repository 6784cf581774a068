/** Names of zones at scales at which the printed ones cannot be read. */
import assert from "node:assert/strict";
import test from "node:test";
import { LETTERS, writtenNames, type Named } from "../src/lib/names";
import type { Point } from "../src/lib/geometry";

const zone = (id: string, x: number, y: number, stack: Point | null = null, size = 16): Named => ({ id, title: id, name: [x, y, size], stack });

test("a name that can be read is left to the map", () => {
  assert.deepEqual(writtenNames([zone("Lebus", 100, 100, null, 20)], LETTERS / 20, 50), []);
});

test("a name that cannot be read is written as large as it must be, where the map has it", () => {
  const [found] = writtenNames([zone("Lebus", 100, 100)], 0.4, 50);
  assert.deepEqual([found!.x, found!.y], [100, 100]);
  assert.ok(found!.size * 0.4 >= LETTERS - 0.01);
});

test("it keeps clear of the counters of its own zone and of others", () => {
  const [found] = writtenNames([zone("Lebus", 100, 100, [100, 90]), zone("Seelow", 900, 900, [100, 148])], 0.4, 50);
  const clear = (counter: Point) => Math.abs(found!.y - counter[1]) >= 25 + found!.size / 2 || Math.abs(found!.x - counter[0]) >= 25 + found!.size * 0.5 * 2.5;
  assert.ok(clear([100, 90]) && clear([100, 148]), JSON.stringify(found));
});

test("two names do not lie on each other", () => {
  const [one, two] = writtenNames([zone("Lebus", 100, 100), zone("Podelzig", 104, 102)], 0.4, 50);
  assert.ok(Math.abs(one!.y - two!.y) >= one!.size * 0.9);
});
