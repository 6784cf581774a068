/** A table as this browser sees it: fed by the socket, asked by every component. */
import { api, Refused } from "./api";
import { isNew, useLink } from "./tokens";
import { takePart } from "./toss";
import { Atlas } from "./geometry";
import * as line from "./line";
import { prefs } from "./prefs.svelte";
import { loadSymbols } from "./symbols";
import {
  mergedView, UNTOLD, wholeLine, wholeView,
  type Catalog, type Line, type Mark, type Offer, type Overlay, type PieceInfo, type PieceState, type Reckoning,
  type RuleInfo, type SeatView, type TableState,
} from "./types";

type Connection = "connecting" | "open" | "lost" | "refused";
export interface Spot { x: number; y: number }
export interface Menu extends Spot { title: string; offers: Offer[]; closed: Shut[] }
/** What other counters can do and this one cannot, and why. */
export interface Shut { label: string; text: string; rule: string }
export interface Why extends Spot { text: string; rule: string }

export class TableStore {
  catalog = $state.raw<Catalog | null>(null);
  atlas = $state.raw<Atlas | null>(null);
  symbolsReady = $state(false);
  state = $state.raw<TableState | null>(null);
  connection = $state<Connection>("connecting");
  trouble = $state("");
  private logs = $state.raw<Record<string, Line[]>>({});

  // What the player is about.
  sending = $state("");
  hoverPlace = $state("");
  hoverOffer = $state.raw<Offer | null>(null);
  hoverLine = $state.raw<Line | null>(null);
  /** The offer that a tap has shown, to be chosen by the next one. */
  looked = $state("");
  menu = $state.raw<Menu | null>(null);
  why = $state.raw<Why | null>(null);
  fan = $state("");
  cursor = $state("");
  drawer = $state("");
  rule = $state("");
  overlays = $state.raw<Overlay[]>([]);
  overlayOn = $state(-1);
  /** What is written on every place. */
  words = $state<"" | "numbers" | "terrain">("");
  spoken = $state("");
  acceptedSeat = $state("");

  // Replay.
  replaying = $state(false);
  replayAt = $state(0);
  replayView = $state.raw<SeatView | null>(null);
  replayLog = $state(0);
  marks = $state.raw<Mark[]>([]);

  private socket: WebSocket | null = null;
  private attempts = 0;
  private closed = false;
  private before: { frame: string; offers: Offer[] } | null = null;
  private queued: { action: string; seq: number } | null = null;
  private whyTimer = 0;
  /** The counter that the last click took up; null when that is not known. */
  private taken = $state<string | null>(null);
  private lastOwn = $state(0);
  private own = new Set<number>();

  constructor(readonly id: string, public token: string) {
    void loadSymbols().then(() => (this.symbolsReady = true), () => undefined);
    this.connect();
  }

  // -- what is seen -------------------------------------------------------------------------------

  mine = $derived(this.state?.seats.filter((s) => s.yours) ?? []);
  asked = $derived(this.state?.seats.find((s) => s.id === this.state?.asked) ?? null);
  liveView = $derived.by(() => {
    const views = this.state?.views ?? [];
    return views.find((v) => v.seat === this.state?.asked) ?? views.find((v) => v.seat === this.acceptedSeat) ?? views[0] ?? null;
  });
  view = $derived(this.replaying ? this.replayView : this.liveView);
  /** Hot-seat in a game with secrets: the seats change before a curtain. */
  curtain = $derived(
    !this.replaying && this.mine.length > 1 && this.asked?.yours === true &&
    (this.state?.views.some((v) => v.hidden.length > 0) ?? false) && this.acceptedSeat !== this.asked.id,
  );
  decision = $derived.by(() => {
    const decision = this.view?.decision ?? null;
    return this.replaying || this.curtain || decision?.seat !== this.view?.seat ? null : decision;
  });
  /** The sentence for whoever is not asked. */
  waiting = $derived(this.replaying ? "" : (this.liveView?.decision?.prompt ?? ""));
  offers = $derived(this.decision?.offers ?? []);
  /** What may be chosen by a click; what is seldom meant waits in `asides` and is asked for in a menu. */
  byPiece = $derived(group(this.offers.filter((o) => !o.aside && !this.ofHand(o)), (o) => o.piece));
  byPlace = $derived(group(this.offers.filter((o) => !o.piece && !o.aside), (o) => o.place));
  asides = $derived(group(this.offers.filter((o) => o.aside), (o) => o.piece || o.place));
  buttons = $derived(this.offers.filter((o) => (!o.piece && !o.place) || this.ofHand(o) || this.held.has(o.piece)));
  /** What lies before the players: it is shown in the bar, and what can be done with it is a button. */
  held = $derived(new Set(this.view?.pieces.filter((p) => this.catalog?.hands.includes(p.place)).map((p) => p.id)));
  /** Whether a unit is in hand that can be put back. */
  inHand = $derived.by(() => {
    const pieces = this.decision?.pieces ?? [];
    if (this.byPlace.size === 0 || !this.state?.can_undo) return false;
    // After a reload: one unit and nothing else that the question is about.
    return this.taken === null ? pieces.length === 1 && !this.decision?.places.length : pieces.includes(this.taken);
  });
  panel = $derived<Reckoning | null>(this.hoverOffer?.panel ?? this.decision?.panel ?? null);
  log = $derived.by(() => {
    const all = this.logs[this.view?.seat ?? ""] ?? this.logs[""] ?? [];
    return this.replaying ? all.slice(0, this.replayLog) : all;
  });
  /** What others have done since this player last did something, their whole player turn when ours begins. */
  recent = $derived.by(() => {
    if (this.replaying) return this.log.filter((l) => l.at === this.replayAt);
    const turns = this.log.filter((l) => l.kind === "Began" && Number(l.data.level) === 2).slice(-2);
    const begun = turns.at(-1)?.at ?? 0;
    const fresh = turns.length > 1 && this.lastOwn <= begun;
    const from = fresh ? turns[0]!.at : this.lastOwn;
    return this.log.filter((l) => l.at > from && !this.own.has(l.at));
  });
  info = $derived(new Map<string, PieceInfo>(this.catalog?.pieces.map((p) => [p.id, p])));
  rules = $derived(new Map<string, RuleInfo>(this.catalog?.rules.map((r) => [r.number, r])));
  backs = $derived(new Map(this.view?.hidden.map((h) => [h.handle, h.back])));
  private sideColours = $derived.by(() => {
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

  // -- the live connection -------------------------------------------------------------------------

  private connect(): void {
    if (this.closed) return;
    if (this.token && isNew(this.id, this.token)) {
      void this.join();
      return;
    }
    if (!this.token) {
      this.connection = "refused";
      this.trouble = "This browser holds no seat there. Ask for a link to the table.";
      return;
    }
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = (this.socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/live`));
    line.lay(this.id, socket);
    socket.onmessage = (message) => {
      const told = JSON.parse(message.data as string) as TableState & line.Told;
      if (!line.heard(told)) this.receive(told);
    };
    socket.onopen = () => {
      // The token goes into the first message: addresses stand in the logs of proxies.
      socket.send(JSON.stringify({ token: this.token, since: this.state?.seq ?? -1, lines: 250 }));
      this.attempts = 0;
      this.connection = "open";
    };
    socket.onclose = (event) => {
      if (this.closed || socket !== this.socket) return;
      if (event.code === 4403 || event.code === 4409) {
        this.connection = "refused";
        this.trouble = event.reason || "This link does not open the table.";
        return;
      }
      if (!this.state && this.attempts > 1) void this.askState();
      if (this.connection === "open" || this.attempts > 0) this.connection = "lost";
      setTimeout(() => this.connect(), Math.min(5000, 250 * 2 ** this.attempts++));
    };
  }

  /** A link that was given to this browser may be an invitation: it is exchanged for a secret of our own. */
  private async join(): Promise<void> {
    try {
      this.token = await useLink(this.id, this.token);
    } catch (problem) {
      if (problem instanceof Refused && problem.status !== 0 && problem.status < 500) {
        this.connection = "refused";
        this.trouble = problem.message;
        return;
      }
      this.connection = "lost";
      setTimeout(() => this.connect(), Math.min(5000, 250 * 2 ** this.attempts++));
      return;
    }
    this.connect();
  }

  /** Why there is no connection, in a sentence, if the server has one. */
  private async askState(): Promise<void> {
    try {
      this.receive(await api.state(this.id, this.token));
    } catch (problem) {
      if (!(problem instanceof Refused) || problem.status === 0 || problem.status >= 500) return;
      this.connection = "refused";
      this.trouble = problem.message;
      this.close();
    }
  }

  close(): void {
    this.closed = true;
    this.socket?.close();
  }

  private receive(state: TableState): void {
    const views = state.views.map((view) => wholeView(mergedView(view, this.state?.views ?? [])));
    const logs: Record<string, Line[]> = {};
    const fresh: Record<string, Line[]> = Object.keys(state.seat_logs).length > 0 ? state.seat_logs : { "": state.log };
    for (const [seat, lines] of Object.entries(fresh)) {
      const untold = new Array<Line>(state.log_left_out).fill(UNTOLD);
      logs[seat] = [...(this.logs[seat] ?? []).slice(0, state.log_from), ...untold, ...lines.map(wholeLine)];
    }
    if (state.log_left_out > 0) void this.askLog(state.log_from, state.log_left_out);
    if (!this.state) this.lastOwn = state.actions;
    this.logs = logs;
    this.state = { ...state, views };
    this.sending = "";
    this.hoverOffer = null;
    this.looked = "";
    this.menu = null;
    if (!this.catalog) void this.loadCatalog(state.game);
    if (this.overlayOn >= 0) void this.loadOverlays();
    this.spoken = this.decision?.prompt ?? this.waiting;
    void takePart(this.id, this.token, state).then((warning) => warning && this.tell(warning), () => undefined);
    this.sendQueued();
  }

  /** The lines that the first state left out, page by page from the last; they stand where they belong. */
  private async askLog(first: number, count: number): Promise<void> {
    const from = Math.max(first, first + count - 500);
    try {
      const page = await api.log(this.id, this.token, from, first + count - from);
      const logs = { ...this.logs };
      for (const [seat, lines] of Object.entries(page.log.length > 0 ? { "": page.log } : page.seat_logs)) {
        const all = [...(logs[seat] ?? [])];
        lines.forEach((line, i) => (all[from + i] = wholeLine(line)));
        logs[seat] = all;
      }
      this.logs = logs;
      if (from > first && !this.closed) await this.askLog(first, from - first);
    } catch {
      // Without its beginning the log is still of use.
    }
  }

  private async loadCatalog(game: string): Promise<void> {
    try {
      void api.map(game, prefs.dark ? "dark" : "light").catch(() => undefined); // on its way while the catalog loads
      const catalog = await api.catalog(game);
      this.atlas = new Atlas(catalog);
      this.catalog = catalog;
      document.title = `${catalog.game.title} – Grognard`;
    } catch (problem) {
      this.trouble = sentence(problem);
    }
  }

  // -- acting --------------------------------------------------------------------------------------

  async act(offer: Offer): Promise<void> {
    const state = this.state;
    const seat = this.decision?.seat;
    if (!state || !seat || this.sending) return;
    this.sending = offer.action;
    this.menu = null;
    this.why = null;
    this.fan = "";
    this.hoverPlace = ""; // so that pointing at the same stack fans it out again
    this.before = { frame: this.decision!.frame, offers: this.offers };
    this.lastOwn = state.actions + 1;
    this.own.add(this.lastOwn);
    if (offer.piece || offer.place) this.taken = offer.piece;
    await this.guarded(() => api.act(this.id, this.token, seat, offer.action, state.seq));
  }

  /** Show what an offer would affect, without choosing it. */
  look(offer: Offer, place: string): void {
    this.looked = offer.action;
    this.hoverPlace = place;
    this.hoverOffer = offer;
    this.spoken = `${offer.label}: tap again to choose it.`;
  }

  /** Choose what was clicked: a counter, a place, or both. */
  choose(what: { piece?: string; place?: string }, spot: Spot): void {
    if (this.replaying || !this.state || this.sending) return;
    this.menu = null;
    this.why = null;
    const offers = [
      ...((what.piece && this.byPiece.get(what.piece)) || []),
      ...((what.place && this.byPlace.get(what.place)) || []),
    ];
    const asides = this.asides.get(what.piece || what.place || "") ?? [];
    const all = [...offers, ...asides];
    const title = all.some((o) => o.piece) ? this.pieceName(what.piece ?? "") : this.placeTitle(what.place ?? "");
    if (asides.length > 0) this.menu = { ...spot, offers: all, closed: [], title };
    else if (offers.length === 1) void this.act(offers[0]!);
    else if (offers.length > 1) {
      this.menu = { ...spot, offers, closed: [], title };
      if (what.piece) void this.askClosed(what.piece, offers);
    } else if (what.piece && this.inHand && this.decision?.pieces.includes(what.piece)) {
      void this.undo(); // a click on the unit in hand puts it back
    } else if (!this.switchTo(what)) void this.askWhy(what, spot);
  }

  /** A click on something that the question before this one offered: take the last answer back and choose that. */
  private switchTo(what: { piece?: string; place?: string }): boolean {
    const { before, decision, state } = this;
    if (!before || !decision || !state?.can_undo || before.frame === decision.frame) return false;
    const other = before.offers.filter((o) => (what.piece ? o.piece === what.piece : !o.piece && !!what.place && o.place === what.place));
    if (other.length !== 1 || decision.pieces.includes(what.piece ?? "-")) return false;
    this.queued = { action: other[0]!.action, seq: state.seq };
    void this.undo();
    return true;
  }

  private sendQueued(): void {
    const { queued } = this;
    if (!queued || (this.state?.seq ?? 0) <= queued.seq) return;
    this.queued = null;
    const offer = this.offers.find((o) => o.action === queued.action);
    if (offer) void this.act(offer);
  }

  async undo(): Promise<void> {
    const { state } = this;
    if (!state?.can_undo || this.replaying) return;
    this.before = null;
    this.taken = null;
    this.lastOwn = state.actions;
    await this.guarded(() => api.undo(this.id, this.token, state.seq));
  }

  async redo(): Promise<void> {
    const { state } = this;
    if (!state?.can_redo || this.replaying) return;
    this.before = null;
    this.taken = null;
    await this.guarded(() => api.redo(this.id, this.token, state.seq));
  }

  /** Esc: close what is open, else take back the last answer. */
  back(): void {
    if (this.menu || this.why || this.fan || this.rule || this.drawer) {
      if (this.menu || this.why || this.fan) {
        this.menu = this.why = null;
        this.fan = "";
      } else if (this.rule) this.rule = "";
      else this.drawer = "";
      return;
    }
    const way = this.buttons.find((o) => o.takes_back);
    if (way && this.decision?.pieces.length) void this.act(way);
    else void this.undo();
  }

  private async guarded(call: () => Promise<unknown>): Promise<void> {
    try {
      await call();
    } catch (problem) {
      this.sending = "";
      this.queued = null;
      // The table moved on meanwhile: the live state shows how.
      if (problem instanceof Refused && problem.status === 409) return;
      this.tell(sentence(problem), problem instanceof Refused ? problem.rule : "");
    }
  }

  private async askWhy(what: { piece?: string; place?: string }, spot: Spot): Promise<void> {
    const seat = this.decision?.seat;
    if (!seat) {
      if (this.waiting && !this.state?.over) this.tell(this.waiting, "", spot);
      return;
    }
    try {
      let answer = await api.why(this.id, this.token, seat, what.piece ? { piece: what.piece } : { place: what.place });
      if (answer.legal && what.piece && what.place) answer = await api.why(this.id, this.token, seat, { place: what.place });
      if (!answer.legal) this.tell(answer.text, answer.rule, spot);
    } catch (problem) {
      this.tell(sentence(problem), "", spot);
    }
  }

  /** Ways that are open to other counters but not to this one are listed with the reason. */
  private async askClosed(piece: string, offers: Offer[]): Promise<void> {
    const { menu, decision } = this;
    const known = new Map<string, string>();
    for (const o of this.offers) if (o.piece && !o.takes_back && !o.aside && !o.label.includes(this.pieceName(o.piece))) known.set(o.verb, o.label);
    const verbs = [...known.keys()].filter((verb) => !offers.some((o) => o.verb === verb));
    const closed: Shut[] = [];
    for (const verb of verbs) {
      const answer = await api.why(this.id, this.token, decision!.seat, { action: `${verb} ${piece}` }).catch(() => null);
      if (answer && !answer.legal && answer.rule) closed.push({ label: known.get(verb)!, text: answer.text, rule: answer.rule });
    }
    if (closed.length > 0 && this.menu === menu && menu) this.menu = { ...menu, closed };
  }

  tell(text: string, rule = "", spot: Spot = { x: innerWidth / 2, y: 140 }): void {
    const said = text ? text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".") : "";
    this.why = { text: said, rule, ...spot };
    this.spoken = said;
    clearTimeout(this.whyTimer);
    this.whyTimer = window.setTimeout(() => (this.why = null), 5500);
  }

  // -- around the game -----------------------------------------------------------------------------

  /** The place from which lines of sight and the like are shown: under the pointer, or that of the unit in hand. */
  lookFrom = $derived.by(() => {
    const hand = this.decision?.pieces.length === 1 ? this.view?.pieces.find((p) => p.id === this.decision!.pieces[0]) : undefined;
    const place = this.hoverPlace || hand?.place || "";
    return this.catalog?.places.some((p) => p.id === place) ? place : "";
  });
  private lookedFrom = "";
  private lookTimer = 0;

  /** Look again when the pointer has come to rest elsewhere, if what is shown depends on it. */
  lookAgain(): void {
    clearTimeout(this.lookTimer);
    if (!this.overlays[this.overlayOn]?.from_place || !this.lookFrom || this.lookFrom === this.lookedFrom) return;
    this.lookTimer = window.setTimeout(() => void this.loadOverlays(), 120);
  }

  async loadOverlays(): Promise<void> {
    if (this.replaying) return;
    try {
      this.lookedFrom = this.lookFrom;
      this.overlays = await api.overlays(this.id, this.token, this.lookFrom);
    } catch (problem) {
      this.tell(sentence(problem));
    }
  }

  async showOverlay(index: number): Promise<void> {
    if (this.overlayOn === index) {
      this.overlayOn = -1;
      return;
    }
    await this.loadOverlays();
    this.overlayOn = index < this.overlays.length ? index : -1;
    if (this.overlayOn >= 0) this.spoken = `Shown: ${this.overlays[index]!.title}`;
  }

  showWords(kind: "numbers" | "terrain"): void {
    this.words = this.words === kind ? "" : kind;
    if (this.words) this.spoken = `Shown: ${kind}`;
  }

  /** What the legend calls a terrain. */
  terrainTitle(word: string): string {
    const legend = this.catalog?.legend.terrain as Record<string, string | { label?: string }> | undefined;
    const entry = legend?.[word];
    return (typeof entry === "string" ? entry : entry?.label) ?? word;
  }

  run(call: () => Promise<unknown>): Promise<void> {
    return this.guarded(call);
  }

  async startReplay(at = this.state?.actions ?? 0): Promise<void> {
    this.overlayOn = -1;
    try {
      this.marks = await api.marks(this.id, this.token);
      await this.replayTo(at);
      this.replaying = true;
    } catch (problem) {
      this.tell(sentence(problem));
    }
  }

  private wanted = -1;
  async replayTo(at: number): Promise<void> {
    const to = Math.max(0, Math.min(this.state?.actions ?? 0, at));
    this.wanted = to;
    const found = await api.replay(this.id, this.token, to, this.liveView?.seat ?? "");
    if (this.wanted !== to) return;
    this.replayView = wholeView(found.view);
    this.replayLog = found.log_to;
    this.replayAt = found.at;
  }

  endReplay(): void {
    this.replaying = false;
    this.replayView = null;
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
