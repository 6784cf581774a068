/** Which side of a counter lies up. */
import assert from "node:assert/strict";
import test from "node:test";
import { reduced, valuesUp } from "../src/lib/states";
import type { Catalog, Face, PieceState } from "../src/lib/types";

const catalog = { flags: [{ name: "reduced", title: "reduced", shown: true }] } as unknown as Catalog;
const face = (more: Partial<Face>): Face => ({ symbol: "infantry", size: "", colours: "", short: "", values: ["7", "6"], titles: [], reverse: ["4", "4"], steps: 1, corner: "", corner_title: "", ...more });
const piece = (steps: number, ...flags: string[]): PieceState => ({ id: "a", place: "11", steps, flags });

test("a unit that has lost a step shows its reduced values", () => {
  assert.deepEqual(valuesUp(catalog, face({ steps: 2 }), piece(2)), ["7", "6"]);
  assert.deepEqual(valuesUp(catalog, face({ steps: 2 }), piece(1)), ["4", "4"]);
});

test("where a flag says it, steps say nothing", () => {
  assert.equal(reduced(catalog, face({}), piece(1)), false);
  assert.equal(reduced(catalog, face({}), piece(1, "reduced")), true);
});

test("a counter without a reverse is never on it", () => {
  assert.equal(reduced(catalog, face({ reverse: [], steps: 2 }), piece(1, "reduced")), false);
});
