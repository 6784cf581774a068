/** A table as this browser sees it: fed by the socket, asked by every component. */
import { Advice, type Drawn } from "./advice.svelte";
import { Analysis } from "./analysis.svelte";
import { api, Refused } from "./api";
import { Connection } from "./connection.svelte";
import { takePart } from "./toss";
import { Atlas } from "./geometry";
import type { Guide } from "./guide.svelte";
import { KeptClicks } from "./kept";
import { Many, type Question } from "./many.svelte";
import { LogBook } from "./logbook.svelte";
import { Overlays } from "./overlays.svelte";
import { called, person } from "./people";
import { prefs } from "./prefs.svelte";
import { Reasons, type Clicked, type Shut, type Spot } from "./reasons.svelte";
import { Replay } from "./replay.svelte";
import type { Names } from "./story";
import { loadSymbols } from "./symbols";
import { Telling } from "./telling.svelte";
import {
  mergedView, wholeView,
  type About, type Catalog, type Offer, type PieceInfo, type PieceState, type Calculation,
  type RuleInfo, type TableState,
} from "./types";

export type { Shut, Spot };
export interface Menu extends Spot { title: string; offers: Offer[]; closed: Shut[] }

export class TableStore {
  catalog = $state.raw<Catalog | null>(null);
  atlas = $state.raw<Atlas | null>(null);
  symbolsReady = $state(false);
  state = $state.raw<TableState | null>(null);
  /** Why the catalog did not come. */
  trouble = $state("");
  /** The guided first turn, while it lasts. */
  guide = $state.raw<Guide | null>(null);

  // What the player is about.
  sending = $state("");
  hoverPlace = $state("");
  hoverOffer = $state.raw<Offer | null>(null);
  /** The counters and places of the line that is pointed at, in the log or in a calculation. */
  pointed = $state.raw<About | null>(null);
  /** The offer that a tap has shown, to be chosen by the next one. */
  looked = $state("");
  menu = $state.raw<Menu | null>(null);
  fan = $state("");
  cursor = $state("");
  drawer = $state("");
  rule = $state("");
  /** The rule that the rules are to be opened at. */
  ruleSought = $state("");
  /** The counters that are being explained. */
  inspected = $state.raw<string[]>([]);
  spoken = $state("");
  /** Whether this player wants to give another name. */
  naming = $state(false);
  /** What this player is asked once more before it is done: to resign, or to offer a draw. */
  parleying = $state<"" | "resign" | "draw">("");
  acceptedSeat = $state("");

  private before: Question | null = null;
  /** The number of the table when the last answer was sent: what has this number is not the answer yet. */
  private sentAt = -1;
  /** How the lines of the log call things. */
  readonly names: Names = {
    piece: (id) => this.pieceName(id),
    place: (id) => this.placeTitle(id),
    onMap: (id) => this.atlas?.byId.has(id) ?? false,
  };
  readonly connection: Connection;
  readonly book: LogBook;
  readonly replay = new Replay(this);
  readonly reasons = new Reasons(this);
  readonly kept = new KeptClicks(this);
  readonly many = new Many(this);
  readonly overlays = new Overlays(this);
  readonly telling = new Telling(this);
  readonly advice = new Advice(this);
  readonly analysis = new Analysis(this);
  /** The solution of a puzzle, while it is looked at. */
  solution = $state.raw<Drawn[]>([]);
  /** What others did, step by step. */
  readonly story = this.telling.story;
  /** The counter that the last click took up; null when that is not known. */
  private taken = $state<string | null>(null);
  lastOwn = $state(0);
  private own = new Set<number>();

  constructor(readonly id: string, token: string) {
    this.connection = new Connection(id, token, { seen: () => this.state?.seq ?? -1, receive: (state) => this.receive(state) });
    this.book = new LogBook(this.connection, () => this.tellMore());
    void loadSymbols().then(() => (this.symbolsReady = true), () => undefined);
    this.connection.open();
  }

  get token(): string {
    return this.connection.token;
  }

  close(): void {
    this.connection.close();
  }

  // -- what is seen -------------------------------------------------------------------------------

  mine = $derived(this.state?.seats.filter((s) => s.yours) ?? []);
  asked = $derived(this.state?.seats.find((s) => s.id === this.state?.asked) ?? null);
  liveView = $derived.by(() => {
    const views = this.state?.views ?? [];
    const learner = views.find((v) => v.seat === this.guide?.lesson.seat);
    return learner ?? views.find((v) => v.seat === this.state?.asked) ?? views.find((v) => v.seat === this.acceptedSeat) ?? views[0] ?? null;
  });
  /** The table as it is or, in a replay, as it was. */
  still = $derived(this.replay.on ? this.replay.view : this.liveView);
  view = $derived(this.story.past && this.still ? { ...this.still, pieces: this.story.pieces, decision: null } : this.still);
  /** Hot-seat in a game with secrets: the seats change before a curtain. */
  curtain = $derived(
    !this.replay.on && !this.guide && this.mine.length > 1 && this.asked?.yours === true &&
    (this.state?.views.some((v) => v.hidden.length > 0) ?? false) && this.acceptedSeat !== this.asked.id,
  );
  decision = $derived.by(() => {
    const decision = this.view?.decision ?? null;
    if (this.replay.on || this.curtain || decision?.seat !== this.view?.seat) return null;
    return decision && this.guide ? this.guide.narrowed(decision) : decision;
  });
  /** The sentence for players who are not asked. */
  waiting = $derived.by(() => {
    const decision = this.liveView?.decision;
    if (this.replay.on || !decision) return "";
    return decision.seat === this.asked?.id ? `Waiting for ${this.called(decision.seat)}.` : decision.prompt;
  });
  offers = $derived(this.decision?.offers ?? []);
  /** What may be chosen by a click; what is seldom meant waits in `asides` and is asked for in a menu. */
  byPiece = $derived(group(this.offers.filter((o) => !o.aside && !this.ofHand(o)), (o) => o.piece));
  byPlace = $derived(group(this.offers.filter((o) => !o.piece && !o.aside), (o) => o.place));
  asides = $derived(group(this.offers.filter((o) => o.aside), (o) => o.piece || o.place));
  buttons = $derived(this.offers.filter((o) => (!o.piece && !o.place) || this.ofHand(o) || this.held.has(o.piece)));
  /** What lies before the players: it is shown in the bar, and what can be done with it is a button. */
  held = $derived(new Set(this.view?.pieces.filter((p) => this.catalog?.hands.includes(p.place)).map((p) => p.id)));
  /** The usual answer. There is none where the player has to choose between several, or while a plan promises nothing yet. */
  main = $derived.by(() => {
    const forward = this.buttons.filter((o) => !o.takes_back);
    const { panel } = this.decision ?? {};
    const ready = panel ? (panel.odds ?? []).length > 0 || this.byPiece.size === 0 : ![...this.byPiece.values(), ...this.byPlace.values()].flat().some((o) => !o.takes_back);
    const last = ready ? forward.at(-1) : undefined;
    return last?.rival && forward.filter((o) => o.rival).length > 1 ? undefined : last;
  });
  /** Whether a unit is in hand that can be put back. */
  inHand = $derived.by(() => {
    const pieces = this.decision?.pieces ?? [];
    if (this.byPlace.size === 0 || (!this.state?.can_undo && !this.buttons.some((o) => o.takes_back))) return false;
    // After a reload: one unit and nothing else that the question is about.
    return this.taken === null ? pieces.length === 1 && !this.decision?.places.length : pieces.includes(this.taken);
  });
  panel = $derived<Calculation | null>(this.hoverOffer?.panel ?? this.decision?.panel ?? null);
  log = $derived.by(() => {
    const all = this.book.of(this.view?.seat ?? "");
    const told = this.replay.on ? all.slice(0, this.replay.lines) : all;
    return this.story.ahead > 0 ? told.slice(0, told.length - this.story.ahead) : told;
  });
  /** What others have done since this player last did something, their whole player turn when ours begins. */
  recent = $derived.by(() => {
    if (this.replay.on) return this.log.filter((l) => l.at === this.replay.at);
    const turns = this.log.filter((l) => l.kind === "Began" && Number(l.data.level) === 2).slice(-2);
    const begun = turns.at(-1)?.at ?? 0;
    const fresh = turns.length > 1 && this.lastOwn <= begun;
    const from = fresh ? turns[0]!.at : this.lastOwn;
    return this.log.filter((l) => l.at > from && !this.own.has(l.at));
  });
  info = $derived(new Map<string, PieceInfo>(this.catalog?.pieces.map((p) => [p.id, p])));
  rules = $derived(new Map<string, RuleInfo>(this.catalog?.rules.map((r) => [r.number, r])));
  backs = $derived(new Map(this.view?.hidden.map((h) => [h.handle, h.back])));
  sideColours = $derived.by(() => {
    const counts = new Map<string, Map<string, number>>();
    for (const { side, face } of this.catalog?.pieces ?? []) {
      const of = counts.get(side) ?? counts.set(side, new Map()).get(side)!;
      of.set(face.colours, (of.get(face.colours) ?? 0) + 1);
    }
    return new Map([...counts].map(([side, of]) => [side, [...of].sort((a, b) => b[1] - a[1])[0]![0]]));
  });
  stacks = $derived.by(() => {
    const found = new Map<string, PieceState[]>();
    for (const piece of this.view?.pieces ?? []) {
      const there = found.get(piece.place);
      if (there) there.push(piece);
      else found.set(piece.place, [piece]);
    }
    return found;
  });

  /** Something else that can be done with the unit that is to be put on a place: a button, as no click would say it. */
  private ofHand(offer: Offer): boolean {
    const pieces = this.decision?.pieces ?? [];
    return pieces.length === 1 && offer.piece === pieces[0] && !offer.aside && !this.decision?.panel && this.byPlace.size > 0;
  }

  person = (id: string): string => person(this.state, id);
  called = (id: string): string => called(this.state, id);

  placeTitle(id: string): string {
    return this.atlas?.byId.get(id)?.title ?? this.catalog?.boxes.find((b) => b.id === id)?.title ?? id;
  }

  pieceName(id: string): string {
    const name = this.info.get(id)?.name ?? this.view?.hidden.find((h) => h.handle === id)?.name ?? "unknown unit";
    return name.charAt(0).toUpperCase() + name.slice(1);
  }

  /** The back of a concealed counter has the colours of most counters of its side. */
  backColours(id: string): string {
    return this.sideColours.get(this.backs.get(id) ?? "") ?? "paper";
  }

  // -- what is heard -----------------------------------------------------------------------------

  private receive(state: TableState): void {
    if (this.state && state.seq < this.state.seq) return; // asked for before, come after
    const first = !this.state;
    const news = state.seq !== this.state?.seq;
    const wasAsked = this.decision !== null;
    const views = state.views.map((view) => wholeView(mergedView(view, this.state?.views ?? [])));
    if (!this.state) this.lastOwn = state.actions;
    this.book.receive(state);
    this.state = { ...state, views };
    // Who comes and goes is told as well: only a newer number is the answer.
    if (state.seq > this.sentAt) this.sending = "";
    // Who comes, goes or thinks changes nothing of what the player looks at.
    if (news) this.hoverOffer = this.pointed = null;
    if (news) this.looked = "";
    if (news) this.advice.heard(state.seq);
    if (news && !first) this.analysis.heard();
    if (this.menu && !this.menu.offers.every((o) => this.offers.some((now) => now.action === o.action))) this.menu = null;
    if (!this.catalog) void this.loadCatalog(state.game);
    if (this.overlays.on >= 0) void this.overlays.load();
    if (news) this.spoken = [this.telling.words, this.decision?.prompt ?? this.waiting].filter(Boolean).join(" ");
    this.tellMore();
    if (!this.sending) this.arrivals.splice(0).forEach((done) => done());
    if (!wasAsked && !first) this.telling.turnBegins();
    void takePart(this.id, this.token, state).then((warning) => warning && this.tell(warning), () => undefined);
    this.kept.goOn();
  }

  // -- the map ------------------------------------------------------------------------------------

  /** The plans that are drawn: of advice, of a decision that is looked back at, of a puzzle's solution. */
  drawn = $derived.by<Drawn[]>(() => (this.advice.drawn.length > 0 ? this.advice.drawn : this.analysis.on ? this.analysis.drawn : this.solution));

  /** Places that somebody wants to see on the map. */
  wanted = $state.raw<string[]>([]);
  /** The places of which a line speaks, and where its counters are. */
  placesOf(about: About): string[] {
    const at = this.view?.pieces.filter((p) => about.pieces.includes(p.id)).map((p) => p.place) ?? [];
    return [...new Set([...about.places, ...at])];
  }
  show(places: string[]): void {
    this.wanted = [...places];
  }

  /** Begin to drag a counter; set by the map, for what lies beside it. */
  grab: (piece: string, event: PointerEvent) => void = () => undefined;

  /** Whether a counter can be dragged: it is in hand, or the question is which one to take up. */
  draggable(piece: string): boolean {
    if (this.inHand && this.decision?.pieces.includes(piece)) return true;
    const offers = this.byPiece.get(piece) ?? [];
    return offers.length === 1 && offers[0]!.verb === "pick" && !this.asides.has(piece);
  }

  private tellMore(): void {
    this.telling.more(this.book.of(this.liveView?.seat ?? ""));
  }

  private async loadCatalog(game: string): Promise<void> {
    try {
      void api.map(game, prefs.dark ? "dark" : "light").catch(() => undefined); // on its way while the catalog loads
      const catalog = await api.catalog(game);
      this.atlas = new Atlas(catalog);
      this.catalog = catalog;
      this.tellMore();
    } catch (problem) {
      this.trouble = sentence(problem);
    }
  }

  // -- acting --------------------------------------------------------------------------------------

  /** Answer the question; while another answer is under way, the click is kept for as long as it means the same. */
  async act(offer: Offer): Promise<void> {
    const { state, decision } = this;
    if (!state || !decision || this.replay.on) return;
    if (this.sending) return this.kept.keepOffer(offer);
    this.menu = null;
    this.reasons.shown = null;
    this.fan = "";
    this.hoverPlace = ""; // so that pointing at the same stack fans it out again
    this.story.stop(); // what they did has been read
    this.many.note(offer, this.before);
    this.before = { frame: decision.frame, offers: this.offers };
    this.lastOwn = state.actions + 1;
    this.own.add(this.lastOwn);
    if (offer.piece || offer.place) this.taken = offer.piece;
    await this.send(offer.action, () => api.act(this.id, this.token, decision.seat, offer.action, state.seq), () => this.kept.keepOffer(offer));
  }

  /** Send something that changes the table; if the table has moved on meanwhile, `again` says what to do then. */
  private async send(what: string, call: () => Promise<unknown>, again: () => void): Promise<void> {
    const seq = (this.sentAt = this.state?.seq ?? -1);
    this.sending = what;
    try {
      await call();
    } catch (problem) {
      if (problem instanceof Refused && problem.status === 409) {
        again();
        if ((this.state?.seq ?? -1) <= seq) return; // the state that shows how is on its way
        this.sending = "";
        return this.kept.goOn();
      }
      this.sending = "";
      this.kept.drop();
      this.arrivals.splice(0).forEach((done) => done());
      this.tell(sentence(problem), problem instanceof Refused ? problem.rule : "");
    }
  }

  /** Keep a click until the answer under way is there. */
  keep(again: () => void, spot?: Spot, still?: () => boolean): void {
    this.kept.keep({ again, spot, still: still ?? (() => false) });
  }

  private arrivals: (() => void)[] = [];
  /** When the answer under way is there, or has failed. */
  arrived(): Promise<void> {
    return this.sending ? new Promise((done) => this.arrivals.push(done)) : Promise.resolve();
  }

  /** Enter: the usual answer. */
  answerMain(): boolean {
    const { main } = this;
    if (main) void this.act(main);
    return main !== undefined;
  }

  /** Show what an offer would affect, without choosing it. */
  look(offer: Offer, place: string): void {
    this.looked = offer.action;
    this.hoverPlace = place;
    this.hoverOffer = offer;
    this.spoken = `${offer.label}: tap again to choose it.`;
  }

  /** Choose what was clicked: a counter, a place, or both. */
  choose(what: Clicked, spot: Spot): void {
    if (this.replay.on || !this.state) return;
    if (this.sending) return this.keep(() => this.choose(what, spot), spot, this.kept.offeredStill(what));
    const shown = this.menu?.offers ?? [];
    this.menu = null;
    this.reasons.shown = null;
    const offers = [
      ...((what.piece && this.byPiece.get(what.piece)) || []),
      ...((what.place && this.byPlace.get(what.place)) || []),
    ];
    const asides = this.asides.get(what.piece || what.place || "") ?? [];
    const all = [...offers, ...asides];
    const title = all.some((o) => o.piece) ? this.pieceName(what.piece ?? "") : this.placeTitle(what.place ?? "");
    const plan = offers.length === 1 && offers[0]!.takes_back && offers[0]!.panel; // not lost by a single click
    if (asides.length > 0 || plan) this.menu = { ...spot, offers: all, closed: [], title };
    else if (offers.length === 1) void this.act(offers[0]!);
    else if (shown.length > 1 && offers.every((o, i) => o.place && !o.rival && o.action === shown[i]?.action)) void this.act(offers[0]!); // a second click takes the first of several ways
    else if (offers.some((o) => o.verb === this.many.habit)) void this.act(offers.find((o) => o.verb === this.many.habit)!);
    else if (offers.length > 1) {
      this.menu = { ...spot, offers, closed: [], title };
      const { menu } = this;
      if (what.piece) void this.reasons.closedTo(what.piece, offers).then((closed) => { if (closed.length > 0 && this.menu === menu) this.menu = { ...menu, closed }; });
    } else if (what.piece && this.inHand && this.decision?.pieces.includes(what.piece)) {
      this.putBack(); // a click on the unit in hand puts it back
    } else if (!this.kept.switchTo(what, this.before)) void this.reasons.ask(what, spot);
  }

  async undo(): Promise<void> {
    const { state } = this;
    if (this.replay.on || !state) return;
    if (this.sending) return this.keep(() => void this.undo());
    if (!state.can_undo) return;
    this.before = null;
    this.taken = null;
    this.lastOwn = state.actions;
    await this.send("undo", () => api.undo(this.id, this.token, state.seq), () => undefined);
  }

  async redo(): Promise<void> {
    const { state } = this;
    if (this.replay.on || !state) return;
    if (this.sending) return this.keep(() => void this.redo());
    if (!state.can_redo) return;
    this.before = null;
    this.taken = null;
    this.lastOwn = state.actions + 1;
    await this.send("redo", () => api.redo(this.id, this.token, state.seq), () => undefined);
  }

  /** Esc: close what is open, else put back what is in hand; it never undoes what is done. */
  back(): void {
    this.fan = ""; // it opens by itself under the pointer
    if (this.menu || this.reasons.shown) this.menu = this.reasons.shown = null;
    else if (this.parleying) this.parleying = "";
    else if (this.advice.open) this.advice.close();
    else if (this.story.on) this.story.stop();
    else if (this.rule) this.rule = "";
    else if (this.drawer) this.drawer = "";
    else if (this.sending) this.keep(() => this.back());
    else this.putBack();
  }

  private putBack(): void {
    const way = this.buttons.find((o) => o.takes_back);
    if (way && (this.decision!.pieces.length > 0 || this.decision!.places.length > 0)) void this.act(way);
    else if (this.inHand) void this.undo();
  }

  /** Do something about the table; a failure is shown. */
  async run(call: () => Promise<unknown>): Promise<void> {
    try {
      await call();
    } catch (problem) {
      // The table moved on meanwhile: the live state shows how.
      if (problem instanceof Refused && problem.status === 409) return;
      this.tell(sentence(problem), problem instanceof Refused ? problem.rule : "");
    }
  }

  /** A counter was let go where it cannot go: say why, and put it back. */
  refuse(place: string, spot: Spot): void {
    void this.reasons.ask({ place }, spot).then(() => {
      const { shown } = this.reasons; // putting it back is an answer, and an answer closes what is open
      this.putBack();
      this.reasons.shown = shown;
    });
  }

  tell(text: string, rule = "", spot?: Spot): void {
    this.reasons.tell(text, rule, spot);
  }

  // -- around the game -----------------------------------------------------------------------------

  /** What the legend calls a terrain. */
  terrainTitle(word: string): string {
    const legend = this.catalog?.legend.terrain as Record<string, string | { label?: string }> | undefined;
    const entry = legend?.[word];
    return (typeof entry === "string" ? entry : entry?.label) ?? word;
  }
}

function group(offers: Offer[], key: (offer: Offer) => string): Map<string, Offer[]> {
  const found = new Map<string, Offer[]>();
  for (const offer of offers) {
    const k = key(offer);
    if (!k) continue;
    const there = found.get(k);
    if (there) there.push(offer);
    else found.set(k, [offer]);
  }
  return found;
}

export function sentence(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}
