/** What happened, told in steps that can be shown one after another. Made from the lines of the log and nothing else. */
import type { Line, PieceState, Calculation } from "./types";

/** Where in the charts a die was read. */
export interface Reading { table: string; column: string; row: string; result: string }

/** A die that was read in a table, the calculation before it, and what came of it. */
export interface Battle {
  title: string;
  calculation: Calculation | null;
  answer: string;
  readings: Reading[];
  /** Each result with its meaning. */
  results: { result: string; meaning: string }[];
  /** The result in words. */
  words: string;
  /** What followed from it, a line each. */
  follows: string[];
  place: string;
  places: string[];
  pieces: string[];
  at: number;
  /** What the log says of it, to know it again. */
  key: string;
  /** Whether something else has begun since. */
  past?: boolean;
}

/** A unit's way. */
export interface Way { piece: string; path: string[] }

interface Of { lines: Line[]; at: number; text: string; places: string[] }
export type Beat = Of & (
  | { kind: "move"; moves: Way[]; cause: string; forced: boolean }
  | { kind: "appear"; pieces: string[] }
  | { kind: "battle"; battle: Battle }
  | { kind: "loss"; pieces: string[] }
  | { kind: "banner"; level: number; die: string }
);

const UNKNOWN = "?";
const CHANCE = "chance";

export interface Names { piece: (id: string) => string; place: (id: string) => string; onMap: (id: string) => boolean }

// -- one line for one retreat --------------------------------------------------------------------

/** Whether a line goes on where the one before it ended: a retreat hex by hex is one retreat. */
function goesOn(last: Line | undefined, next: Line): boolean {
  return (
    last?.kind === "Moved" && next.kind === "Moved" && next.forced && last.forced && last.pieces[0] !== UNKNOWN &&
    last.pieces[0] === next.pieces[0] && last.places[1] === next.places[0]
  );
}

/** Several legs of the same way as one line. */
function joined(legs: Line[], names: Names): Line {
  const [first, last] = [legs[0]!, legs.at(-1)!];
  const path = legs.flatMap((leg) => [...(Array.isArray(leg.data.path) ? (leg.data.path as string[]).slice(0, -1) : []), leg.places[1]!]);
  const by = path.slice(0, -1).map(names.place);
  const [from, to] = [first.places[0]!, last.places[1]!];
  const where = names.onMap(to) ? ` from ${names.place(from)} to ${names.place(to)}` : ` from ${names.place(from)}`;
  const text = `${names.piece(first.pieces[0]!)} ${String(last.data.how)}${where}${by.length ? ` by ${by.join(" – ")}` : ""}.`;
  return { ...last, places: [from, to], text, data: { ...last.data, path } };
}

/** Lines with those that tell the same way in legs put together; what stands between without words is passed over. */
export function withWholeWays(lines: Line[], names: Names): Line[] {
  const found: Line[] = [];
  let legs: Line[] = [];
  const close = () => {
    if (legs.length > 0) found.push(legs.length === 1 ? legs[0]! : joined(legs, names));
    legs = [];
  };
  for (const line of lines) {
    if (goesOn(legs.at(-1), line)) legs.push(line);
    else if (!line.text && legs.length > 0) continue;
    else {
      close();
      if (line.kind === "Moved" && line.forced) legs = [line];
      else found.push(line);
    }
  }
  close();
  return found;
}

// -- battles -------------------------------------------------------------------------------------

function readings(line: Line): Reading[] {
  return line.kind === "Rolled" && Array.isArray(line.data.readings) ? (line.data.readings as Reading[]) : [];
}

const ENDS_BATTLE = new Set(["BattleEnded", "BattleBegan", "Began", "Over"]);

/** The lines of a battle behind its die: until its end is told, or another or a phase begins, and the advance after it. */
function ofBattle(after: Line[]): Line[] {
  const end = after.findIndex((l) => ENDS_BATTLE.has(l.kind));
  if (end < 0 || after[end]!.kind !== "BattleEnded") return end < 0 ? after : after.slice(0, end);
  const behind = after.slice(end + 1);
  const next = behind.findIndex((l) => ENDS_BATTLE.has(l.kind) || (l.text !== "" && l.data.cause !== "advance"));
  return [...after.slice(0, end), ...(next < 0 ? behind : behind.slice(0, next))];
}

/** The battle that a roll decides; `before` and `after` are the lines around it. */
export function battle(roll: Line, before: Line | null, after: Line[], names: Names): Battle {
  const calculation = before ? ((before.data.calculation as unknown as Calculation) ?? null) : null;
  const rest = withWholeWays(ofBattle(after), names).filter((l) => l.text);
  const told = rest.filter((l) => l.kind === "Read");
  const meaning = (result: string) => calculation?.odds?.find((o) => o.result === result)?.meaning || String(told.find((l) => l.data.result === result)?.data.meaning ?? "");
  const read = readings(roll);
  const results = [...new Map(read.map((r) => [r.result, { result: r.result, meaning: meaning(r.result) }])).values()];
  const verdict = String(roll.data.verdict ?? "");
  const dice = rest.filter((l) => l.kind === "Rolled" && l.data.verdict).map((l) => `${String(l.data.purpose)}: ${String(l.data.verdict)}`);
  const words = [verdict || results.map(inWords).join("; "), ...dice.slice(0, 3)].filter(Boolean).join(". ");
  const places = before?.places.length ? before.places : roll.places.length ? roll.places : rest.find((l) => l.places.length > 0)?.places ?? [];
  return {
    title: calculation?.title ?? String(roll.data.purpose ?? ""), calculation, answer: String(roll.data.answer ?? ""), readings: read, results, words,
    follows: rest.filter((l) => l.kind !== "Read").map((l) => l.text),
    place: places[0] ?? "", places, pieces: before?.pieces ?? roll.pieces, at: roll.at, key: `${roll.at} ${roll.text}`,
  };
}

/** "D1: defender loses 1 step"; a dash in a table is nothing to read aloud. */
function inWords({ result, meaning }: Battle["results"][number]): string {
  if (/^[-–—]$/.test(result)) return meaning || "no effect";
  return meaning ? `${result}: ${meaning}` : result;
}

/** The last battle among some lines, unless something has begun and somebody has answered since: then it is of yesterday. */
export function lastBattle(lines: Line[], names: Names): Battle | null {
  let [begun, answered] = [false, false];
  for (let i = lines.length - 1; i >= 0; i--) {
    const line = lines[i]!;
    begun ||= line.kind === "Began";
    answered ||= line.who !== CHANCE && line.who !== "";
    if (begun && answered) return null;
    if (readings(line).length > 0) return { ...battle(line, calculationBefore(lines, i), lines.slice(i + 1), names), past: begun };
  }
  return null;
}

function calculationBefore(lines: Line[], at: number): Line | null {
  for (let i = at - 1; i >= 0; i--) {
    const line = lines[i]!;
    if (line.kind === "Calculated") return line;
    if (line.kind === "Rolled" || line.kind === "BattleBegan" || line.kind === "Began") return null;
  }
  return null;
}

/** Where the units of a battle stood when its die fell: what has moved or fallen since is put back. */
export function stoodAt(fought: Battle, pieces: PieceState[], log: Line[]): Map<string, string> {
  const at = new Map(pieces.map((p) => [p.id, p.place]));
  for (let i = log.length - 1; i >= 0 && log[i]!.at >= fought.at; i--) {
    const line = log[i]!;
    if (line.kind === "Moved" || line.kind === "Removed") at.set(line.pieces[0]!, line.places[0]!);
  }
  return at;
}

// -- beats ---------------------------------------------------------------------------------------

/** The story of some lines, step by step; every line belongs to one of them. */
export function beats(lines: Line[], names: Names): Beat[] {
  const found: Beat[] = [];
  let silent: Line[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    if (!line.text && line.kind !== "Moved") {
      silent.push(line);
      continue;
    }
    const of = { lines: [...silent, line], at: line.at, text: inShort(line), places: line.places.filter(names.onMap) };
    silent = [];
    const last = found.at(-1);
    if (line.kind === "Moved") {
      const [from, to] = [line.places[0] ?? "", line.places[1] ?? ""];
      const via = Array.isArray(line.data.path) ? (line.data.path as string[]) : [];
      if (last?.kind === "move" && goesOn(last.lines.at(-1), line)) {
        last.lines.push(...of.lines);
        last.moves[0]!.path.push(...steps("", via, to));
        last.places.push(to);
      } else if (names.onMap(from) && names.onMap(to)) {
        const moves = [{ piece: line.pieces[0]!, path: steps(from, via, to) }];
        const places = moves[0]!.path.filter(names.onMap);
        const how = String(line.data.how ?? "");
        // Its way is drawn: only where it leads is told.
        const text = how && line.text ? `${names.piece(line.pieces[0]!)} ${how} from ${names.place(from)} to ${names.place(to)}.` : of.text;
        found.push({ ...of, text, kind: "move", moves, cause: String(line.data.cause), forced: line.forced, places });
      } else if (names.onMap(to)) {
        if (last?.kind === "appear" && last.lines.at(-1)?.data.cause === line.data.cause) {
          last.lines.push(...of.lines);
          last.pieces.push(line.pieces[0]!);
          last.places.push(to);
          last.text = `${last.lines.find((l) => l.text)!.text} And ${last.pieces.length - 1} more.`;
        } else found.push({ ...of, kind: "appear", pieces: [line.pieces[0]!] });
      } else if (names.onMap(from)) found.push({ ...of, kind: "loss", pieces: [line.pieces[0]!] });
      else if (last?.kind === "banner" && last.lines.at(-1)?.kind === "Moved" && last.lines.at(-1)?.places[1] === line.places[1]) {
        last.lines.push(...of.lines);
        last.text = `${last.lines.find((l) => l.text)!.text} And ${last.lines.filter((l) => l.kind === "Moved").length - 1} more.`;
      } else if (line.text) found.push({ ...of, kind: "banner", level: 0, die: "" });
      else silent = of.lines;
    } else if (line.kind === "Calculated" && battleFollows(lines, i)) {
      silent = of.lines; // it is shown with its die
    } else if (line.kind === "Rolled" && readings(line).length > 0) {
      const fought = battle(line, calculationBefore(lines, i), lines.slice(i + 1), names);
      const said: Line[] = [];
      // What the table says is part of the card.
      while (lines[i + 1]?.kind === "Read") said.push(lines[++i]!);
      found.push({ ...of, lines: [...of.lines, ...said], kind: "battle", battle: fought, places: fought.places.filter(names.onMap) });
    } else if (line.kind === "Removed") {
      if (last?.kind === "loss") {
        last.lines.push(...of.lines);
        last.pieces.push(...line.pieces);
        last.places.push(...of.places);
        last.text += ` ${line.text}`;
      } else found.push({ ...of, kind: "loss", pieces: [...line.pieces] });
    } else if (line.kind === "Began") {
      const level = Number(line.data.level ?? 3);
      if (last?.kind === "banner" && last.level > 0) {
        last.lines.push(...of.lines);
        last.text += ` · ${line.text}`;
        last.level = Math.min(last.level, level);
      } else found.push({ ...of, kind: "banner", level, die: "" });
    } else if (line.kind === "Rolled") found.push({ ...of, kind: "banner", level: 0, die: String(line.data.answer ?? "") });
    else if (last?.kind === "banner" && last.level === 0 && !last.die && last.lines.length < 4) {
      last.lines.push(...of.lines);
      last.text += ` ${line.text}`;
      last.places.push(...of.places);
    } else found.push({ ...of, kind: "banner", level: 0, die: "" });
  }
  if (silent.length > 0) found.at(-1)?.lines.push(...silent);
  return found;
}

/** A calculation is told by its title and its sum. */
function inShort(line: Line): string {
  const sum = line.kind === "Calculated" ? (line.data.calculation as unknown as Calculation | undefined) : undefined;
  return sum?.total ? `${sum.title}: ${sum.total}.` : line.text;
}

function battleFollows(lines: Line[], at: number): boolean {
  for (const line of lines.slice(at + 1)) {
    if (line.kind === "Rolled") return readings(line).length > 0;
    if (line.kind === "Calculated" || line.kind === "Began" || line.kind === "BattleEnded") return false;
  }
  return false;
}

function steps(from: string, via: string[], to: string): string[] {
  return [from, ...via, to].filter((p, i, all) => p !== "" && p !== all[i - 1]);
}

// -- many steps ----------------------------------------------------------------------------------

/** Milliseconds at ordinary pace in which a whole story is told, however much happened. */
export const LONGEST = 30_000;
/** Milliseconds between two steps. */
export const PAUSE = 120;
/** So many units set out together: the fewest with which the story is short enough. */
const TOGETHER = [1, 3, 6, 12, 40];

/** A story in as many steps as there is time for: moves of a phase together, and everything faster if need be. */
export function paced(steps: Beat[], names: Names, most = LONGEST): { steps: Beat[]; hurry: number } {
  const all = TOGETHER.map((size) => together(steps, size, names));
  const short = all.find((found) => lasts(found) <= most) ?? all.at(-1)!;
  return { steps: short, hurry: Math.max(1, lasts(short) / most) };
}

/** How long steps take one after another, in milliseconds at ordinary pace. */
export function lasts(steps: Beat[]): number {
  return steps.reduce((sum, beat) => sum + length(beat) + PAUSE, 0);
}

/** Moves that follow each other in the same way become one step, up to a number of units; a unit's legs are one way. */
function together(steps: Beat[], size: number, names: Names): Beat[] {
  const found: Beat[] = [];
  for (const beat of steps) {
    const last = found.at(-1);
    if (size === 1 || beat.kind !== "move" || last?.kind !== "move" || last.cause !== beat.cause) {
      found.push(beat);
      continue;
    }
    const moves = beat.moves.reduce(withLeg, last.moves);
    if (moves.length > Math.max(size, last.moves.length)) {
      found.push(beat);
      continue;
    }
    const text = moves.length === 1 ? beat.text : `${moves.length} moves: ${moves.map((m) => names.piece(m.piece)).join(", ")}.`;
    found[found.length - 1] = { ...last, lines: [...last.lines, ...beat.lines], places: [...last.places, ...beat.places], moves, text };
  }
  return found;
}

/** Ways with one more: a unit that goes on from where it came to has gone one way. */
function withLeg(ways: Way[], { piece, path }: Way): Way[] {
  const known = piece === UNKNOWN ? undefined : ways.find((w) => w.piece === piece && w.path.at(-1) === path[0]);
  return known ? ways.map((w) => (w === known ? { piece, path: [...w.path, ...path.slice(1)] } : w)) : [...ways, { piece, path }];
}

/** What happened, counted, and each battle in a line. */
export interface Summary { steps: number; counts: string[]; battles: Battle[]; lost: string[] }

export function summary(steps: Beat[]): Summary {
  const of = <K extends Beat["kind"]>(kind: K) => steps.filter((b): b is Beat & { kind: K } => b.kind === kind);
  const moves = of("move");
  const count = (n: number, one: string, many = `${one}s`) => (n === 0 ? [] : [`${n} ${n === 1 ? one : many}`]);
  const ways = (found: (Beat & { kind: "move" })[], forced: boolean) => found.filter((b) => b.forced === forced).flatMap((b) => b.moves).length;
  const units = (found: Beat[]) => found.reduce((sum, b) => sum + (b.kind === "appear" ? b.pieces.length : 0), 0);
  const lost = of("loss").flatMap((b) => b.pieces);
  const counts = [
    ...count(ways(moves, false), "move"), ...count(units(of("appear")), "arrival"), ...count(of("battle").length, "battle"),
    ...count(ways(moves, true), "retreat"), ...count(lost.length, "loss", "losses"),
  ];
  return { steps: steps.length, counts, battles: of("battle").map((b) => b.battle), lost };
}

/** How long a step is shown, in milliseconds at ordinary pace. */
export function length(beat: Beat): number {
  if (beat.kind === "move") return Math.min(1800, 480 + 110 * Math.max(...beat.moves.map((m) => m.path.length)) + 60 * beat.moves.length);
  if (beat.kind === "battle") return 2300;
  if (beat.kind === "banner") return beat.level > 0 ? 900 : Math.min(2200, 700 + 14 * beat.text.length);
  return 800;
}

// -- the board ------------------------------------------------------------------------------------

type Board = Map<string, PieceState>;

/** The board before some lines, made from the board after them. */
export function before(pieces: PieceState[], lines: Line[], all: Line[]): PieceState[] {
  const board: Board = new Map(pieces.map((p) => [p.id, p]));
  for (let i = lines.length - 1; i >= 0; i--) {
    const line = lines[i]!;
    if (line.kind === "Moved") change(board, line.pieces[0]!, line.places[1]!, (p) => ({ ...p, place: line.places[0]! }));
    else if (line.kind === "Removed") change(board, line.pieces[0]!, "", (p) => ({ ...p, place: line.places[0]! }));
    else if (line.kind === "Marked") change(board, line.pieces[0]!, "", (p) => flagged(p, String(line.data.flag), !line.data.on));
    else if (line.kind === "Stepped") {
      const known = all.slice(0, all.indexOf(line)).findLast((l) => l.kind === "Stepped" && l.pieces[0] === line.pieces[0]);
      change(board, line.pieces[0]!, "", (p) => ({ ...p, steps: known ? Number(known.data.steps) : Number(line.data.steps) + 1 }));
    }
  }
  return [...board.values()];
}

/** The board after some more lines; `after` is where everything ends up, for what leaves the map. */
export function played(pieces: PieceState[], lines: Line[], after: Board): PieceState[] {
  const board: Board = new Map(pieces.map((p) => [p.id, p]));
  for (const line of lines) {
    if (line.kind === "Moved") change(board, line.pieces[0]!, line.places[0]!, (p) => ({ ...p, place: line.places[1]! }));
    else if (line.kind === "Removed") change(board, line.pieces[0]!, line.places[0]!, (p) => ({ ...p, place: leftTo(p, line, after) }));
    else if (line.kind === "Marked") change(board, line.pieces[0]!, "", (p) => flagged(p, String(line.data.flag), Boolean(line.data.on)));
    else if (line.kind === "Stepped") change(board, line.pieces[0]!, "", (p) => ({ ...p, steps: Number(line.data.steps) }));
  }
  return [...board.values()];
}

function leftTo(piece: PieceState, line: Line, after: Board): string {
  const end = after.get(piece.id)?.place ?? "";
  return end === line.places[0] ? "" : end;
}

/** Change a piece; of those that are not known, one that lies there will do as well as any other. */
function change(board: Board, id: string, place: string, how: (piece: PieceState) => PieceState): void {
  const found = id !== UNKNOWN ? board.get(id) : place ? [...board.values()].find((p) => p.id.startsWith(UNKNOWN) && p.place === place) : undefined;
  if (found) board.set(found.id, how(found));
}

function flagged(piece: PieceState, flag: string, on: boolean): PieceState {
  const flags = piece.flags.filter((f) => f !== flag);
  return { ...piece, flags: on ? [...flags, flag] : flags };
}

// -- what did they do? ----------------------------------------------------------------------------

/** The seat that set a line going: for a die in a table the seat of the calculation before it, else the seat whose answer luck followed. */
export function setGoing(lines: Line[], i: number): string {
  const line = lines[i]!;
  const calculated = readings(line).length > 0 ? calculationBefore(lines, i) : null;
  const of = calculated ?? line;
  return of.who === CHANCE ? of.cause : of.who;
}

/** Whether a line tells of something that another player set going; what he only suffers or answers is no story. */
export function isTheirs(lines: Line[], i: number, mine: string[]): boolean {
  const { kind, forced, who } = lines[i]!;
  const told = readings(lines[i]!).length > 0 || (who !== CHANCE && ((kind === "Moved" && !forced) || kind === "Calculated" || kind === "Began"));
  const seat = told ? setGoing(lines, i) : "";
  return seat !== "" && !mine.includes(seat);
}

/** The lines of the last stretch in which mostly others decided, up to now; for onlookers the last player turn. */
export function theirTurn(lines: Line[], mine: string[], everybody: boolean): Line[] {
  const starts = lines.flatMap((l, i) => (l.kind === "Began" && Number(l.data.level ?? 3) <= 2 ? [i] : []));
  const bounds = [0, ...starts.filter((s, i) => s > 0 && starts[i - 1] !== s - 1)];
  for (let n = bounds.length - 1; n >= 0; n--) {
    const [from, to] = [bounds[n]!, bounds[n + 1] ?? lines.length];
    const acts = new Map<number, string>();
    for (let i = from; i < to; i++) {
      const seat = lines[i]!.kind === "Began" ? "" : lines[i]!.who !== CHANCE || readings(lines[i]!).length > 0 ? setGoing(lines, i) : "";
      if (seat) acts.set(lines[i]!.at, seat);
    }
    const theirs = [...acts.values()].filter((who) => !mine.includes(who)).length;
    if (everybody ? acts.size > 0 : theirs > acts.size / 2) return lines.slice(from);
  }
  return [];
}

/** What somebody is told who sits down: all that happened, as soon as it is a story; null if he has answered already. */
export function beforeFirst(lines: Line[], mine: string[], names: Names): Line[] | null {
  const turns = lines.filter((l) => l.kind === "Began" && Number(l.data.level) === 1).length;
  // A spectator comes at any time: later than the first turn it would be too much.
  const begun = mine.length === 0 ? turns > 1 : lines.some((l) => mine.includes(l.who) || mine.includes(l.cause));
  // What only came to the map is a set-up: it lies there.
  const told = (line: Line, i: number) => line.kind !== "Began" && (line.kind !== "Moved" || names.onMap(line.places[0] ?? "")) && isTheirs(lines, i, mine);
  return begun ? null : lines.some(told) ? lines : [];
}
