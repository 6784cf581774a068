/** Looking back at a game with the verdicts on its decisions, moment by moment, while they are still being worked out. */
import { api } from "./api";
import type { Drawn } from "./advice.svelte";
import { sentence, type TableStore } from "./store.svelte";
import type { AnalysisFound, AnalysisState, Judged } from "./types";

const EVERY = 1500;

export class Analysis {
  on = $state(false);
  status = $state<AnalysisState["status"]>("none");
  found = $state.raw<AnalysisFound | null>(null);
  decisions = $state.raw<Judged[]>([]);
  of = $state(0);
  trouble = $state("");
  /** Which plan is drawn. */
  shown = $state<"better" | "played" | "both">("both");
  /** Whether it has been asked for what is known. */
  asked = $state(false);
  private timer = 0;
  private asking = false;

  constructor(private readonly table: TableStore) {}

  /** The decision to which the moment in the replay belongs. */
  here = $derived.by<Judged | null>(() => {
    const { on, at } = this.table.replay;
    return this.on && on ? (this.decisions.find((d) => d.at <= at && at < d.until) ?? null) : null;
  });
  faults = $derived(this.decisions.filter((d) => d.loss > 0 && d.better).sort((a, b) => a.at - b.at));
  drawn = $derived.by<Drawn[]>(() => {
    const one = this.here;
    if (!one) return [];
    const drawn: Drawn[] = [];
    if (this.shown !== "better" || !one.better) drawn.push({ line: one.played, how: one.better ? "worse" : "better" });
    if (one.better && this.shown !== "played") drawn.push({ line: one.better, how: "better" });
    return drawn;
  });

  /** Open it: what is known is shown, the rest is worked out. */
  async start(): Promise<void> {
    this.on = true;
    this.asked = false;
    this.table.advice.close();
    await this.ask("look");
    if (this.status === "none") await this.ask("begin");
    this.asked = true;
    if (this.on && !this.table.replay.on) await this.table.replay.start(this.faults[0]?.at ?? 0);
  }

  go(at: number): void {
    void this.table.replay.go(at);
  }

  /** Go on with it after it was stopped or has failed. */
  again(): Promise<void> {
    return this.ask("begin");
  }

  stop(): Promise<void> {
    return this.ask("stop");
  }

  close(): void {
    this.on = false;
    clearTimeout(this.timer);
  }

  /** The next fault, or the one before. */
  jump(way: 1 | -1): void {
    const { at } = this.table.replay;
    const to = way > 0 ? this.faults.find((d) => d.at > at) : this.faults.findLast((d) => d.at < at);
    if (to) this.go(to.at);
  }

  private async ask(what: "look" | "begin" | "stop"): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    clearTimeout(this.timer);
    try {
      this.hear(await api.analysis(this.table.id, this.table.token, this.found ? this.decisions.length : -1, what));
    } catch (problem) {
      this.trouble = sentence(problem);
      if (this.status === "running" && what === "look") this.later(4 * EVERY); // it may be the connection
    } finally {
      this.asking = false;
    }
  }

  private hear(state: AnalysisState): void {
    this.trouble = state.trouble ?? "";
    if (state.analysis) {
      this.found = state.analysis;
      this.decisions = state.analysis.decisions;
    } else if (state.status === "none") {
      this.found = null;
      this.decisions = [];
    } else this.decisions = [...this.decisions, ...(state.fresh ?? [])];
    this.of = state.of;
    this.status = state.status;
    if (state.status === "running") this.later(EVERY);
  }

  private later(wait: number): void {
    if (this.on) this.timer = window.setTimeout(() => void this.ask("look"), wait);
  }

  /** The game has gone on: what was found is not of the game as it stands. */
  heard(): void {
    if (this.on) return;
    this.found = null;
    this.decisions = [];
    this.status = "none";
  }
}
