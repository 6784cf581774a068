/** Marks on the map. */
import assert from "node:assert/strict";
import test from "node:test";
import { lossMark } from "../src/lib/geometry";

/** The box of a path of absolute and relative steps. */
function box(path: string): [number, number, number, number] {
  let [x, y] = [0, 0];
  const points = [...path.matchAll(/([Mml])(-?[\d.]+) ?(-?[\d.]+)/g)].map(([, how, dx, dy]) => {
    [x, y] = how === "M" ? [Number(dx), Number(dy)] : [x + Number(dx), y + Number(dy)];
    return [x, y] as const;
  });
  return [Math.min(...points.map((p) => p[0])), Math.min(...points.map((p) => p[1])), Math.max(...points.map((p) => p[0])), Math.max(...points.map((p) => p[1]))];
}

test("a loss is marked where it was, but not on the counter of the victor", () => {
  const free = box(lossMark([100, 100], 50, false));
  assert.ok(free[0] < 100 && free[2] > 100 && free[1] < 100 && free[3] > 100);
  const taken = box(lossMark([100, 100], 50, true));
  const beside = taken[2] <= 75 || taken[0] >= 125 || taken[3] <= 75 || taken[1] >= 125;
  assert.ok(beside, `${taken} lies on the counter from 75 to 125`);
});
