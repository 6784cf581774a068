/** The table that a die was read in. */
import assert from "node:assert/strict";
import test from "node:test";
import { resultsTable } from "../src/lib/resultstable";

test("the present column of dice is shown, the rules' numbers find the row", () => {
  const page = { kind: "results", name: "crt", columns: ["1:1", "2:1"], heads: [{ when: "player=0" }, { when: "player=1" }], rows: [{ heads: ["1", "6"], cells: ["A", "B"] }, { heads: ["6", "1"], cells: ["C", "D"] }] };
  assert.deepEqual(resultsTable({ pages: [page] }, "crt", { player: 1 })?.rows[0], { row: "1", die: "6", cells: ["A", "B"] });
  assert.deepEqual(resultsTable({ pages: [page] }, "crt", { player: 0 })?.rows[0], { row: "1", die: "1", cells: ["A", "B"] });
  assert.equal(resultsTable({ pages: [page] }, "other", {}), null);
});

test("plain data will do as well", () => {
  const found = resultsTable({ crt: { columns: ["1:1"], rows: { 2: ["x"], 1: ["y"] } } }, "crt", {});
  assert.deepEqual(found?.rows.map((r) => r.row), ["1", "2"]);
});
