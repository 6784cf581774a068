/** What happened, step by step, from the lines of the log alone. */
import assert from "node:assert/strict";
import test from "node:test";
import { beats, before, beforeFirst, isTheirs, lastBattle, lasts, LONGEST, paced, played, stoodAt, summary, theirTurn, withWholeWays, type Beat, type Names } from "../src/lib/story";
import type { Line, PieceState } from "../src/lib/types";

const names: Names = { piece: (id) => `Unit ${id}`, place: (id) => `Hex ${id}`, onMap: (id) => /^\d/.test(id) };

function line(at: number, kind: string, more: Partial<Line> = {}): Line {
  return { at, kind, text: kind, rule: "", pieces: [], places: [], forced: false, who: "red", cause: "", data: {}, ...more };
}
const CAUSES: Record<string, string> = { retreats: "retreat", advances: "advance", arrives: "arrival" };
function moved(at: number, piece: string, from: string, to: string, how = "moves", more: Partial<Line> = {}): Line {
  return line(at, "Moved", { pieces: [piece], places: [from, to], forced: how === "retreats", text: `${piece} ${how}.`, data: { how, cause: CAUSES[how] ?? "ordered", path: [to] }, ...more });
}
const READ = { table: "crt", column: "3:1", row: "4", result: "D1" };
const FIGHT = [
  line(5, "Calculated", { pieces: ["a", "b"], places: ["11"], data: { calculation: { title: "Attack on 11", odds: [{ result: "D1", chance: "1/6", meaning: "defender loses 1 step" }] } as never } }),
  line(6, "Rolled", { who: "chance", data: { answer: "roll 4", purpose: "Attack", readings: [READ] as never } }),
  line(6, "Read", { text: "D1: defender loses 1 step.", who: "chance", data: { result: "D1", meaning: "defender loses 1 step" } }),
  line(6, "Removed", { text: "Unit b is eliminated.", pieces: ["b"], places: ["11"], forced: true, who: "chance" }),
  moved(7, "c", "11", "12", "retreats", { who: "blue" }),
  moved(8, "c", "12", "13", "retreats", { who: "blue" }),
  moved(9, "a", "10", "11", "advances"),
  line(9, "BattleEnded", { text: "" }),
];

test("a retreat is one line, whatever stands between its legs without words", () => {
  const told = withWholeWays([FIGHT[4]!, line(7, "Marked", { text: "" }), FIGHT[5]!, FIGHT[6]!], names);
  assert.deepEqual(told.map((l) => l.text), ["Unit c retreats from Hex 11 to Hex 13 by Hex 12.", "a advances."]);
});

test("dice before the battle's end belong to it and are told with it; later ones do not", () => {
  const nerve = line(7, "Rolled", { who: "chance", text: "Nerve of c, 2: holds.", data: { answer: "roll 2", purpose: "Nerve of c", verdict: "holds" } });
  const arrival = line(9, "Rolled", { who: "chance", text: "Arrival, 6: comes.", data: { answer: "roll 6", purpose: "Arrival", verdict: "comes" } });
  const found = lastBattle([...FIGHT.slice(0, 3), nerve, line(8, "BattleEnded", { text: "" }), arrival], names)!;
  assert.equal(found.words, "D1: defender loses 1 step. Nerve of c: holds");
  assert.ok(found.follows.includes(nerve.text) && !found.follows.includes(arrival.text));
});

test("a battle without an end lasts until the next begins; an advance behind its end belongs to it", () => {
  const next = [line(10, "BattleBegan", { text: "" }), line(10, "Said", { text: "Something else." })];
  assert.ok(!lastBattle([...FIGHT.slice(0, 4), ...next], names)!.follows.includes("Something else."));
  const late = [...FIGHT.slice(0, 6), line(8, "BattleEnded", { text: "" }), FIGHT[6]!, moved(10, "d", "20", "21")];
  assert.equal(lastBattle(late, names)!.follows.at(-1), "a advances.");
});

test("no sentence is needed to know what happened", () => {
  const shape = (lines: Line[]) => beats(lines, names).map((b) => [b.kind, b.places, b.kind === "move" ? [b.moves, b.cause, b.forced] : b.kind === "battle" ? [b.battle.pieces, b.battle.readings] : b.kind === "banner" ? b.level : b.pieces]);
  const story = [line(1, "Began", { data: { level: 1 } }), moved(2, "e", "off", "30", "arrives"), moved(2, "f", "off", "31", "arrives"), moved(3, "a", "09", "10"), ...FIGHT, moved(12, "b", "20", "21")];
  const silenced = story.map((l) => ({ ...l, text: l.text && "Word.", data: { ...l.data, ...(l.data.how ? { how: "words" } : {}), ...(l.data.meaning ? { meaning: "word" } : {}) } }));
  assert.deepEqual(shape(silenced), shape(story));
  assert.equal(lastBattle(silenced, names)!.follows.length, lastBattle(story, names)!.follows.length);
});

test("a battle that ends a phase is still the last one, until somebody answers", () => {
  const over = [...FIGHT.slice(0, 4), line(6, "Began", { who: "chance", text: "Blue's turn" })];
  assert.equal(lastBattle(over, names)?.title, "Attack on 11");
  assert.equal(lastBattle([...over, moved(7, "d", "20", "21", "moves", { who: "blue" })], names), null);
});

test("moves by order are not put together", () => {
  assert.equal(withWholeWays([moved(1, "a", "10", "11"), moved(2, "a", "11", "12")], names).length, 2);
});

test("a battle has its cell, its meaning, and what follows", () => {
  const found = lastBattle(FIGHT, names)!;
  assert.equal(found.title, "Attack on 11");
  assert.equal(found.words, "D1: defender loses 1 step");
  assert.equal(found.place, "11");
  assert.deepEqual(found.follows, ["Unit b is eliminated.", "Unit c retreats from Hex 11 to Hex 13 by Hex 12.", "a advances."]);
});

test("who fought from where is known after retreats and advances", () => {
  const now: PieceState[] = [["a", "11"], ["b", "dead"], ["c", "13"]].map(([id, place]) => ({ id: id!, place: place!, steps: 1, flags: [] }));
  const at = stoodAt(lastBattle(FIGHT, names)!, now, FIGHT);
  assert.deepEqual([at.get("a"), at.get("b"), at.get("c")], ["10", "11", "11"]);
});

test("a battle before a heading is over", () => {
  assert.equal(lastBattle([...FIGHT, line(10, "Began", { data: { level: 3 } })], names), null);
});

test("a story goes step by step", () => {
  const steps = beats([line(4, "Began", { text: "Turn 2", data: { level: 1 } }), line(4, "Began", { text: "Combat", data: { level: 3 } }), ...FIGHT], names);
  assert.deepEqual(steps.map((s) => s.kind), ["banner", "battle", "loss", "move", "move"]);
  assert.equal(steps[0]!.text, "Turn 2 · Combat");
  const retreat = steps[3]!;
  assert.ok(retreat.kind === "move" && retreat.forced);
  assert.deepEqual(retreat.kind === "move" && retreat.moves, [{ piece: "c", path: ["11", "12", "13"] }]);
  assert.equal(steps.reduce((sum, s) => sum + s.lines.length, 0), FIGHT.length + 2, "every line belongs to a step");
});

test("units that come at the same time appear together, what is drawn off the map is a banner", () => {
  const steps = beats([moved(1, "a", "box", "10", "arrives"), moved(2, "b", "box", "11", "arrives"), moved(3, "chit", "cup", "table", "is drawn")], names);
  assert.deepEqual(steps.map((s) => s.kind), ["appear", "banner"]);
});

test("the board before is the board after, backwards, and forwards again", () => {
  const now: PieceState[] = [
    { id: "a", place: "11", steps: 1, flags: ["moved"] },
    { id: "b", place: "dead", steps: 0, flags: [] },
    { id: "c", place: "13", steps: 1, flags: [] },
    { id: "?13-1", place: "15", steps: 1, flags: [] },
  ];
  const more = [line(9, "Marked", { pieces: ["a"], text: "", data: { flag: "moved", on: true } }), line(9, "Stepped", { pieces: ["c"], data: { steps: 1 } }), moved(9, "?", "14", "15")];
  const lines = [...FIGHT, ...more];
  const was = before(now, lines, lines);
  const at = new Map(was.map((p) => [p.id, p]));
  assert.deepEqual([at.get("a"), at.get("b")?.place, at.get("c")?.place, at.get("c")?.steps, at.get("?13-1")?.place], [{ id: "a", place: "10", steps: 1, flags: [] }, "11", "11", 2, "14"]);
  assert.deepEqual(played(was, lines, new Map(now.map((p) => [p.id, p]))), now);
});

test("what did they do: the last stretch in which mostly others decided", () => {
  const turn = (at: number, text: string) => line(at, "Began", { text, data: { level: 2 }, who: "" });
  const log = [turn(1, "blue's"), moved(2, "x", "1", "2", "moves", { who: "blue" }), turn(3, "red's"), moved(4, "a", "1", "2"), moved(5, "a", "2", "3"), moved(6, "x", "2", "1", "retreats", { who: "blue" })];
  assert.equal(theirTurn(log, ["red"], false)[0]!.text, "blue's");
  assert.equal(theirTurn(log, ["blue"], false)[0]!.text, "red's");
  assert.equal(theirTurn(log, [], true)[0]!.text, "red's");
});

/** What luck brings on somebody's answer that has no line of its own. */
const BARRAGE = [
  line(1, "Began", { text: "Turn 1", data: { level: 1 }, who: "" }),
  line(2, "Rolled", { who: "chance", text: "Guns, 3.", data: { answer: "roll 3", purpose: "Guns" } }),
  line(4, "Rolled", { who: "chance", cause: "blue", text: "Barrage, 4.", data: { answer: "roll 4", purpose: "Barrage", readings: [READ] as never } }),
  moved(4, "c", "11", "12", "retreats", { who: "chance", cause: "blue" }),
  line(4, "Removed", { text: "Unit c is eliminated.", pieces: ["c"], places: ["12"], forced: true, who: "chance", cause: "blue" }),
];

test("what luck did for another player before one's own first answer is told from the first action of the game", () => {
  assert.equal(beforeFirst(BARRAGE, ["red"], names), BARRAGE);
  assert.equal(theirTurn(BARRAGE, ["red"], false)[0]!.text, "Turn 1");
  assert.equal(beforeFirst([...BARRAGE, moved(5, "a", "1", "2")], ["red"], names), null, "red has answered since");
  assert.equal(beforeFirst(BARRAGE, ["blue"], names), null, "it was blue's own");
  assert.deepEqual(beforeFirst(BARRAGE.slice(0, 2), ["red"], names), [], "nobody has done anything yet: it is looked at again");
});

test("a set-up is no story, and whoever comes to watch later than the first turn is not told all of it", () => {
  const setUp = [moved(1, "x", "box", "10", "is set up", { who: "blue" }), moved(2, "y", "box", "11", "is set up", { who: "blue" }), line(3, "Began", { who: "blue", data: { level: 1 } })];
  assert.deepEqual(beforeFirst(setUp, ["red"], names), []);
  assert.equal(beforeFirst(BARRAGE, [], names)?.length, BARRAGE.length);
  assert.equal(beforeFirst([...BARRAGE, line(9, "Began", { data: { level: 1 } })], [], names), null);
});

test("a die in one's own battle is one's own, though the other player answered last before it", () => {
  const mine = FIGHT.map((l) => (l.kind === "Rolled" ? { ...l, cause: "blue" } : l));
  assert.ok(!isTheirs(mine, 1, ["red"]));
  assert.ok(isTheirs(mine, 1, ["blue"]));
});

/** A turn of a large game: many moves in two phases, and battles. */
function longTurn(units: number, battles: number): Beat[] {
  const march = Array.from({ length: units }, (_, i) => moved(10 + i, `u${i}`, `${i}`, `${i + 1}`));
  const fights = Array.from({ length: battles }, (_, i) => FIGHT.map((l) => ({ ...l, at: l.at + 1000 + 20 * i })));
  return beats([line(9, "Began", { text: "Movement" }), ...march, line(900, "Began", { text: "Combat" }), ...fights.flat()], names);
}

test("however much happened, it is told in half a minute, and nothing is left out", () => {
  for (const [units, fights] of [[2, 0], [9, 3], [60, 12], [200, 40]] as const) {
    const steps = longTurn(units, fights);
    const told = paced(steps, names);
    assert.ok(lasts(told.steps) / told.hurry <= LONGEST + 1, `${units} moves, ${fights} battles`);
    assert.deepEqual(told.steps.flatMap((b) => b.lines), steps.flatMap((b) => b.lines), "every line, in its order");
  }
  assert.equal(paced(longTurn(2, 0), names).steps.length, longTurn(2, 0).length, "a short one is told unit by unit");
  assert.ok(paced(longTurn(60, 0), names).steps.some((b) => b.kind === "move" && b.moves.length >= 3), "units set out together");
});

test("units that set out together do so in the same phase and in the same way; a unit's legs are one way", () => {
  const steps = beats([moved(1, "a", "1", "2"), moved(2, "b", "5", "6"), moved(3, "a", "2", "3"), moved(4, "c", "8", "9", "retreats"), line(5, "Began"), moved(6, "d", "4", "5")], names);
  const told = paced(steps, names, 1).steps.filter((b) => b.kind === "move");
  assert.deepEqual(told.map((b) => b.moves), [[{ piece: "a", path: ["1", "2", "3"] }, { piece: "b", path: ["5", "6"] }], [{ piece: "c", path: ["8", "9"] }], [{ piece: "d", path: ["4", "5"] }]]);
  assert.equal(told[0]!.text, "2 moves: Unit a, Unit b.");
});

test("a summary counts what happened and has a line for each battle", () => {
  const told = summary(longTurn(9, 3));
  assert.deepEqual(told.counts, ["12 moves", "3 battles", "3 retreats", "3 losses"], "each attacker advances");
  assert.deepEqual(told.battles.map((b) => `${b.title}: ${b.words}`), Array(3).fill("Attack on 11: D1: defender loses 1 step"));
  assert.equal(told.lost.length, 3);
});
