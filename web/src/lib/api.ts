/** The server's interface: one function a call. */
import * as line from "./line";
import { prefs } from "./prefs.svelte";
import { transport, type Answer } from "./transport";
import type {
  Ack, AnalysisState, Catalog, Explanation, GameCard, Hints, Joined, Lesson, Lobby, LogPage, Mark, NewTable, Opened, Overlay, ParleyWord, ProblemBody, PuzzleCard,
  Replayed, Review, Said, Standing, TableCard, TableState, Verdict, WhyNot,
} from "./types";

/** A refusal: one sentence fit to be shown, and the rule behind it. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly rule = "",
  ) {
    super(message);
  }
}

async function ask<T>(path: string, body?: unknown): Promise<T> {
  let answer: Answer;
  try {
    answer = await transport.request(path, body);
  } catch {
    throw new Refused(0, transport.silence);
  }
  if (answer.status >= 400) {
    const problem = problemIn(answer.text);
    throw new Refused(answer.status, problem?.detail ?? `The server answered ${answer.status}.`, problem?.rule ?? "");
  }
  return (answer.kind.includes("json") ? JSON.parse(answer.text) : answer.text) as T;
}

function problemIn(text: string): ProblemBody | null {
  try {
    return JSON.parse(text) as ProblemBody;
  } catch {
    return null;
  }
}

const pictures = new Map<string, Promise<string>>();

/** Pictures are large and never change: each is asked for once. */
function once(path: string): Promise<string> {
  const known = pictures.get(path) ?? ask<string>(path);
  pictures.set(path, known);
  known.catch(() => pictures.delete(path));
  return known;
}

/** The address of a game's small map. */
export function pictureOf(game: GameCard, palette: "light" | "dark"): string {
  const more = palette === "dark" ? `${game.picture.includes("?") ? "&" : "?"}palette=dark` : "";
  return transport.address(game.picture + more);
}

const table = (id: string, call: string) => `/api/tables/${encodeURIComponent(id)}/${call}`;

/** A number that makes a retry harmless. */
export function clientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}

/** Send the same body again after a network error or while the database is away: the server applies it once. */
async function stubborn<T>(path: string, body: unknown, first?: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await (first && attempt === 0 ? first() : ask<T>(path, body));
    } catch (problem) {
      if (!(problem instanceof Refused) || ![0, 503].includes(problem.status) || attempt >= 5) throw problem;
      await new Promise((done) => setTimeout(done, 300 * 2 ** attempt));
    }
  }
}

/** Act over the live connection if there is one; if it is cut meanwhile, by request. */
function act(id: string, call: string, token: string, said: Said): Promise<unknown> {
  const { what: _, ...body } = said;
  const refused = (status: number, detail: string, rule: string) => new Refused(status, detail, rule);
  const live = line.open(id) ? () => line.say(id, said, refused) : undefined;
  return stubborn<unknown>(table(id, call), { token, ...body }, live);
}

export const api = {
  lobby: () => ask<Lobby>("/api/games"),
  catalog: (game: string) => ask<Catalog>(`/api/games/${encodeURIComponent(game)}`),
  lesson: (game: string) => ask<Lesson>(`/api/games/${encodeURIComponent(game)}/lesson`),
  guide: (game: string) => once(`/api/games/${encodeURIComponent(game)}/guide`),
  legend: (game: string, palette: "light" | "dark") =>
    ask<{ label: string; svg: string }[]>(`/api/games/${encodeURIComponent(game)}/legend?palette=${palette}`),
  map: (game: string, palette: "light" | "dark") =>
    once(`/api/games/${encodeURIComponent(game)}/map.svg?palette=${palette}&numbers=true`),
  open: (order: NewTable) => ask<Opened>("/api/tables", { toss: true, name: prefs.name, ...order }),
  mine: (tokens: string[]) => ask<TableCard[]>("/api/tables/mine", { tokens }),
  join: (id: string, token: string, secret: string, name: string) => stubborn<Joined>(table(id, "join"), { token, secret, name }),
  name: (id: string, token: string, name: string) => ask<Ack>(table(id, "name"), { token, name }),
  state: (id: string, token: string) => ask<TableState>(table(id, "state"), { token }),
  act: (id: string, token: string, seat: string, action: string, seq: number) =>
    act(id, "actions", token, { what: "act", seat, action, seq, client_id: clientId() }),
  toss: (id: string, token: string, what: { commitment?: string; part?: string }) =>
    stubborn<Ack>(table(id, "toss"), { token, ...what }),
  undo: (id: string, token: string, seq: number) =>
    act(id, "undo", token, { what: "undo", seq, client_id: clientId() }),
  redo: (id: string, token: string, seq: number) =>
    act(id, "redo", token, { what: "redo", seq, client_id: clientId() }),
  parley: (id: string, token: string, seat: string, what: ParleyWord) =>
    stubborn<Ack>(table(id, "parley"), { token, seat, what, client_id: clientId() }),
  why: (id: string, token: string, seat: string, what: { piece?: string; place?: string; action?: string }) =>
    ask<WhyNot>(table(id, "why"), { token, seat, ...what }),
  overlays: (id: string, token: string, place: string) => ask<Overlay[]>(table(id, "overlays"), { token, place }),
  seat: (id: string, token: string, seat: string, player: string) =>
    ask<Ack>(table(id, "seats"), { token, seat, player }),
  retry: (id: string, token: string) => ask<Ack>(table(id, "retry"), { token }),
  pace: (id: string, token: string, pace: string) => ask<Ack>(table(id, "pace"), { token, pace }),
  replay: (id: string, token: string, to: number, seat: string) =>
    ask<Replayed>(table(id, "replay"), { token, to, seat }),
  log: (id: string, token: string, first: number, count: number) => ask<LogPage>(table(id, "log"), { token, first, count }),
  marks: (id: string, token: string) => ask<Mark[]>(table(id, "marks"), { token }),
  review: (id: string, token: string) => stubborn<Review>(table(id, "review"), { token }),
  standing: (id: string, token: string) => ask<Standing[]>(table(id, "standing"), { token }),
  hint: (id: string, token: string, seat: string, seq: number) => ask<Hints>(table(id, "hint"), { token, seat, seq }),
  reasons: (id: string, token: string, at: number) => ask<Explanation>(table(id, "reasons"), { token, at }),
  analysis: (id: string, token: string, known: number, what: "look" | "begin" | "stop") =>
    ask<AnalysisState>(table(id, "analysis"), { token, known, what }),
  puzzles: (game: string) => ask<PuzzleCard[]>(`/api/games/${encodeURIComponent(game)}/puzzles`),
  puzzle: (id: string, token: string, puzzle: string) => ask<Verdict>(table(id, "puzzle"), { token, puzzle }),
  leave: (id: string, token: string) => ask<Ack>(table(id, "leave"), { token }),
  record: (id: string, token: string) => ask<string>(table(id, "record"), { token }),
};
