/** The head of a record, as the lobby reads it. */
import assert from "node:assert/strict";
import test from "node:test";
import { recordHead } from "../src/lib/record";

const RECORD = `grognard record 1
game: toy 0.1.0
data: 12
scenario: short
options:
player: red human
seed: 00
outcome:

red pick a
chance roll 4
= 91b2c3d4e5f60718
red go 11
`;

test("a record tells its game, its scenario and how many actions it holds", () => {
  assert.deepEqual(recordHead(RECORD), { game: "toy", scenario: "short", outcome: "", actions: 3 });
  assert.equal(recordHead(RECORD.replace("outcome:", "outcome: Red wins"))?.outcome, "Red wins");
  assert.equal(recordHead(RECORD.replaceAll("\n", "\r\n"))?.actions, 3);
});

test("anything else is no record", () => {
  assert.equal(recordHead(""), null);
  assert.equal(recordHead("Dear Sir or Madam"), null);
  assert.equal(recordHead("grognard record 1\n\n"), null);
});
