/** Where the map is looked at, and why. */
import assert from "node:assert/strict";
import test from "node:test";
import { fitting, forQuestion, forStep, legible, READABLE, sees, valueSize, type Ground, type Look, type Pane } from "../src/lib/sight";

/** A map of 30 × 20 squares of 100 units, named "x,y"; counters have two thirds of a square. */
const ground: Ground = {
  counter: 66,
  width: 3000,
  height: 2000,
  anchor: (place) => { const [x, y] = place.split(",").map(Number); return place.includes(",") ? [x! * 100 + 50, y! * 100 + 50] : null; },
  bounds: (places) => {
    const known = [...places].filter((p) => p.includes(",")).map((p) => p.split(",").map(Number) as [number, number]);
    if (known.length === 0) return null;
    const [x, y] = [Math.min(...known.map((p) => p[0])), Math.min(...known.map((p) => p[1]))];
    return { x: x * 100, y: y * 100, width: (Math.max(...known.map((p) => p[0])) - x + 1) * 100, height: (Math.max(...known.map((p) => p[1])) - y + 1) * 100 };
  },
};
const desk: Pane = { width: 940, height: 670, head: 70, foot: 0, corners: [{ x: 12, y: 500, width: 180, height: 160 }] };
const phone: Pane = { width: 390, height: 750, head: 130, foot: 100, corners: [] };
const readable = legible(ground, valueSize(["3-4-2", "6-4-4"]));
const row = (y: number, from: number, to: number) => Array.from({ length: to - from }, (_, i) => `${from + i},${y}`);
const asked = (places: string[], more: Partial<Parameters<typeof forQuestion>[3]> = {}) => ({ places, hand: "", fresh: false, stacks: [], ...more });
const all = (look: Look, pane: Pane, places: string[]) => places.every((p) => sees(look, pane, ground.anchor(p)!, 0));

for (const [name, pane] of [["desk", desk], ["phone", phone]] as const) {
  test(`a phase opens on what it is about, with values of ${READABLE} pixels at least (${name})`, () => {
    for (const places of [row(5, 2, 4), row(15, 0, 30), ["0,0", "29,19"], row(19, 10, 25), ["box"]]) {
      const look = forQuestion(ground, pane, { x: 0, y: 0, k: 0.05 }, asked(places, { fresh: true, stacks: row(7, 3, 28) }), readable)!;
      assert.ok(look.k * ground.counter * 0.26 >= READABLE - 0.01, `${places[0]} at ${look.k}`);
    }
  });

  test(`where all of it can be read, all of it is seen (${name})`, () => {
    const places = [...row(5, 2, 5), ...row(7, 3, 6)];
    const look = forQuestion(ground, pane, { x: 2900, y: 1900, k: 2 }, asked(places, { fresh: true }), readable)!;
    assert.ok(all(look, pane, places));
  });
}

test("what a phase opens on does not depend on where the map was before", () => {
  const question = asked([...row(2, 0, 6), ...row(3, 20, 30)], { fresh: true });
  const looks = [{ x: 0, y: 0, k: 0.2 }, { x: 1500, y: 900, k: 3 }].map((now) => forQuestion(ground, desk, now, question, readable));
  assert.deepEqual(looks[0], looks[1]);
  assert.ok(all(looks[0]!, desk, row(3, 20, 30)), "where most of it lies");
});

test("within a phase the map stays while what is asked is in sight", () => {
  const now = { x: 500, y: 500, k: 0.8 };
  assert.equal(forQuestion(ground, desk, now, asked(row(4, 3, 7)), readable), null);
  const moved = forQuestion(ground, desk, now, asked(row(15, 20, 24)), readable)!;
  assert.ok(all(moved, desk, row(15, 20, 24)));
});

test("what is asked again is answered where the player looks, if a part of it is there", () => {
  const now = { x: 500, y: 500, k: 0.8 };
  const targets = [...row(4, 4, 5), ...row(15, 20, 27)];
  assert.notEqual(forQuestion(ground, desk, now, asked(targets), readable), null);
  assert.equal(forQuestion(ground, desk, now, asked(targets, { again: true }), readable), null);
  assert.notEqual(forQuestion(ground, desk, now, asked(row(15, 20, 27), { again: true }), readable), null, "none in sight");
});

test("few places far apart do not make everything too small to know", () => {
  const look = forQuestion(ground, desk, { x: 500, y: 500, k: readable }, asked(["0,0", "1,1", "29,19"]), readable)!;
  assert.ok(look.k >= readable * 0.7 && all(look, desk, ["0,0", "1,1"]));
});

test("few places are shown above the corners that would cover them", () => {
  const low = ["0,19", "1,18"];
  const look = forQuestion(ground, desk, { x: 2000, y: 500, k: 1 }, asked(low), readable)!;
  assert.ok(all(look, desk, low));
});

test("counters too small to know are brought nearer when a unit is in hand, and left alone otherwise", () => {
  const far = { x: 1500, y: 1000, k: 0.25 };
  assert.equal(forQuestion(ground, desk, far, asked(row(9, 5, 25)), readable), null);
  const look = forQuestion(ground, desk, far, asked(row(9, 5, 25), { hand: "15,9" }), readable)!;
  assert.ok(look.k >= readable && all(look, desk, ["15,9"]));
});

test("a story is followed, and the map stays still while its next step is in sight", () => {
  const now = { x: 1500, y: 1000, k: readable };
  assert.equal(forStep(ground, desk, now, ["14,9", "15,9"], readable), null);
  const look = forStep(ground, desk, now, ["2,2", "3,3"], readable)!;
  assert.ok(all(look, desk, ["2,2", "3,3"]));
  const long = forStep(ground, desk, now, ["0,0", "29,19"], readable)!;
  assert.ok(long.k <= fitting(ground.bounds(["0,0", "29,19"])!, desk) + 0.001, "a long way is seen as a whole");
});

test("long values need larger counters", () => {
  assert.ok(valueSize(["12-10-8", "12-10-9"]) < valueSize(["3-4-2"]));
});
