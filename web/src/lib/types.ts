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
export type Opened = Schemas["Opened"];
export type Joined = Schemas["Joined"];
export type TableCard = Schemas["TableCard"];
export type TableState = Omit<Schemas["TableState"], "views" | "log" | "seat_logs"> & {
  views: SeatView[];
  log: Line[];
  seat_logs: Record<string, Line[]>;
};
export type SeatState = Schemas["SeatState"];
export type SeatView = Omit<Schemas["SeatView"], "pieces"> & { pieces: PieceState[] };
export type PieceState = Required<Schemas["PieceState"]>;
export type Decision = Schemas["Decision"];
export type Offer = Schemas["Offer"];
export type Reckoning = Schemas["Reckoning"];
export type Line = Required<Schemas["Line"]>;
export type Overlay = Schemas["Overlay"];
export type Mark = Schemas["Mark"];
export type Replayed = Omit<Schemas["Replayed"], "view"> & { view: SeatView };
export type WhyNot = Schemas["WhyNot"];
export type Review = Schemas["Review"];
export type Standing = Schemas["Standing"];
export type Chart = Schemas["Chart"];
export type Lesson = Schemas["Lesson"];
export type LessonStep = Schemas["LessonStep"];
export type Ack = Schemas["Ack"];
export type ProblemBody = Schemas["ProblemBody"];
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

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

export function wholeLine(line: Line): Line {
  return {
    ...line,
    text: line.text ?? "",
    rule: line.rule ?? "",
    pieces: line.pieces ?? [],
    places: line.places ?? [],
    forced: line.forced ?? false,
    who: line.who ?? "",
    data: line.data ?? {},
  };
}
