/** Short names for the generated types. */
import type { components } from "./api-types";

type Schemas = components["schemas"];
export type GameCard = Schemas["GameCard"];
export type Lobby = Schemas["Lobby"];
export type Catalog = Schemas["Catalog"];
export type PlaceInfo = Schemas["PlaceInfo"];
export type PieceInfo = Schemas["PieceInfo"];
export type RuleInfo = Schemas["RuleInfo"];
export type Face = Schemas["Face"];
export type Scenario = Schemas["Scenario"];
export type NewTable = Partial<Schemas["NewTable"]>;
export type ParleyWord = Schemas["ParleyBody"]["what"];
export type Opened = Schemas["Opened"];
export type Joined = Schemas["Joined"];
export type TableCard = Schemas["TableCard"];
export type TableState = Omit<Schemas["TableState"], "views" | "log" | "seat_logs"> & {
  views: SeatView[];
  log: Line[];
  seat_logs: Record<string, Line[]>;
};
export type LogPage = { log: Line[]; seat_logs: Record<string, Line[]> };
export type SeatState = Schemas["SeatState"];
export type SeatView = Omit<Schemas["SeatView"], "pieces"> & { pieces: PieceState[] };
export type PieceState = Required<Schemas["PieceState"]>;
export type Decision = Schemas["Decision"];
export type Offer = Schemas["Offer"];
export type Calculation = Schemas["CalculationSeen"];
export type Term = Schemas["TermSeen"];
/** What a line beside the map refers to. */
export type About = { pieces: readonly string[]; places: readonly string[] };
export type Line = Required<Schemas["Line"]>;
export type Overlay = Schemas["Overlay"];
export type Mark = Schemas["Mark"];
export type Replayed = Omit<Schemas["Replayed"], "view"> & { view: SeatView };
export type WhyNot = Schemas["WhyNot"];
export type Review = Schemas["ReviewSeen"];
export type Standing = Schemas["StandingSeen"];
/** A plan, as hints and analyses tell it. */
export type PlanLine = Schemas["PlanLine"];
export type Hints = Schemas["Hints"];
export type Answer = Schemas["Answer"];
export type Forecast = Schemas["Forecast"];
export type Explanation = Schemas["Explanation"];
export type AnalysisState = Schemas["AnalysisState"];
export type AnalysisFound = Schemas["Analysis"];
export type Judged = Schemas["Judged"];
export type PuzzleCard = Schemas["PuzzleCard"];
export type Verdict = Schemas["Verdict"];
export type Chart = Schemas["Chart"];
export type Lesson = Schemas["Lesson"];
export type LessonStep = Schemas["LessonStep"];
export type Ack = Schemas["Ack"];
export type ProblemBody = Schemas["ProblemBody"];
/** What is said over the live connection. */
export interface Said { what: "act" | "undo" | "redo"; seq: number; client_id: string; seat?: string; action?: string }
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Over the live connection a view that has `gone` holds only what has changed since the one before. */
export type ViewTold = SeatView & { gone?: string[] };

export function mergedView(told: ViewTold, before: SeatView[]): SeatView {
  const old = before.find((v) => v.seat === told.seat);
  if (!told.gone || !old) return told;
  const { gone, ...changed } = told;
  const pieces = new Map(old.pieces.map((p) => [p.id, p]));
  for (const id of gone) pieces.delete(id);
  for (const piece of told.pieces) pieces.set(piece.id, piece);
  const view = { ...old, ...changed, pieces: [...pieces.values()] };
  // Where counters are concealed they come in the order of their ids.
  if (view.hidden.length > 0) view.pieces.sort((a, b) => (a.id < b.id ? -1 : 1));
  return view;
}

/** The server leaves out fields that hold their default: put them back. */
export function wholeView(view: SeatView): SeatView {
  return {
    ...view,
    pieces: view.pieces.map((p) => ({ id: p.id, place: p.place, steps: p.steps ?? 1, flags: p.flags ?? [] })),
    decision: view.decision ? wholeDecision(view.decision) : null,
  };
}

function wholeDecision(d: Decision): Decision {
  return {
    ...d,
    rule: d.rule ?? "",
    frame: d.frame ?? "",
    pieces: d.pieces ?? [],
    places: d.places ?? [],
    panel: d.panel ?? null,
    offers: (d.offers ?? []).map(wholeOffer),
  };
}

function wholeOffer(o: Offer): Offer {
  return {
    ...o,
    piece: o.piece ?? "",
    place: o.place ?? "",
    label: o.label ?? "",
    takes_back: o.takes_back ?? false,
    aside: o.aside ?? false,
    rival: o.rival ?? false,
    cost: o.cost ?? "",
    path: o.path ?? [],
    area: o.area ?? [],
    text: o.text ?? "",
    rule: o.rule ?? "",
    panel: o.panel ?? null,
  };
}

/** Stands for a line that has not been asked for yet. */
export const UNTOLD: Line = { at: 0, kind: "", text: "", rule: "", pieces: [], places: [], forced: false, who: "", cause: "", data: {} };

export function wholeLine(line: Line): Line {
  return {
    ...line,
    text: line.text ?? "",
    rule: line.rule ?? "",
    pieces: line.pieces ?? [],
    places: line.places ?? [],
    forced: line.forced ?? false,
    who: line.who ?? "",
    cause: line.cause ?? "",
    data: line.data ?? {},
  };
}
