/** Advice at a table: the best answers to the question, and why somebody did something. Both are drawn on the map. */
import { tick } from "svelte";
import { api } from "./api";
import { sentence, type TableStore } from "./store.svelte";
import type { Answer, Explanation, Hints, PlanLine } from "./types";

/** A plan as the map shows it. */
export interface Drawn {
  line: PlanLine;
  /** `better` and `worse` plans have colours of their own. */
  how: "better" | "worse";
  /** The counters whose moves stand out; all of them without it. */
  first?: string[];
}

export class Advice {
  hints = $state.raw<Hints | null>(null);
  /** The answer that is looked at. */
  at = $state(0);
  why = $state.raw<Explanation | null>(null);
  /** What is being worked out. */
  busy = $state<"" | "hint" | "why">("");
  trouble = $state("");
  /** The number of the table for which the hint was made. */
  private seq = -1;
  /** Which request is waited for: an answer that comes after somebody has turned to something else is not wanted. */
  private call = 0;

  constructor(private readonly table: TableStore) {}

  /** Whether a hint can be asked for now. */
  possible = $derived.by(() => {
    const { state, decision, replay, guide } = this.table;
    return !!state?.advice.hint && decision !== null && !replay.on && !guide;
  });
  open = $derived(this.hints !== null || this.why !== null || this.busy !== "" || this.trouble !== "");
  answer = $derived<Answer | null>(this.hints?.answers[this.at] ?? null);
  /** What is drawn on the map. */
  drawn = $derived.by<Drawn[]>(() => {
    if (this.answer) return [{ line: this.answer.line, how: "better", first: this.answer.first.moves.map((m) => m.piece) }];
    return this.why ? [{ line: this.why.line, how: "better", first: [] }] : [];
  });
  /** The offer that the answer stands for, as long as the question is the same. */
  offer = $derived.by(() => this.table.offers.find((o) => o.action === this.answer?.action) ?? null);

  async hint(): Promise<void> {
    const { table } = this;
    const seat = table.decision?.seat;
    if (!this.possible || !seat || !table.state) return;
    const seq = table.state.seq;
    const hints = await this.work("hint", () => api.hint(table.id, table.token, seat, seq));
    if (!hints) return;
    this.hints = hints;
    this.seq = seq;
    this.at = 0;
    this.show();
  }

  /** Why the action was played after which so many had been. */
  async ask(at: number): Promise<void> {
    const { table } = this;
    const why = await this.work("why", () => api.reasons(table.id, table.token, at));
    if (why) this.why = why;
  }

  private async work<T>(what: "hint" | "why", call: () => Promise<T>): Promise<T | null> {
    this.close();
    const mine = ++this.call;
    this.busy = what;
    try {
      const found = await call();
      return mine === this.call ? found : null;
    } catch (problem) {
      if (mine === this.call) this.trouble = sentence(problem);
      return null;
    } finally {
      if (mine === this.call) this.busy = "";
    }
  }

  look(at: number): void {
    this.at = at;
    this.show();
  }

  private show(): void {
    if (!this.answer) return;
    const { first, line } = this.answer;
    const places = [placesOf(first), placesOf(line)].find((all) => all.length > 0);
    if (places) void tick().then(() => this.table.show(places));
  }

  /** The table has changed: a hint for another question is of no use. */
  heard(seq: number): void {
    if ((this.hints && seq !== this.seq) || this.busy === "hint") this.close();
  }

  close(): void {
    this.call++;
    this.hints = this.why = null;
    this.busy = this.trouble = "";
  }
}

/** What a plan is about on the map. */
export function placesOf(line: PlanLine): string[] {
  return [...new Set([...line.moves.flatMap((m) => [m.origin, m.target]), ...(line.orders ?? []).flatMap((o) => [...o.places, ...o.origins])])];
}
