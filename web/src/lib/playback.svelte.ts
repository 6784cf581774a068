/** What others did: first as a summary, then step by step; which step it is, where its counters are, and the board meanwhile. */
import { prefs, SPEEDS } from "./prefs.svelte";
import { beats, before, length, paced, PAUSE, played, summary, LONGEST, type Beat, type Names, type Summary } from "./story";
import type { Line, PieceState } from "./types";

/** So many steps behind the game a spectator is shown them faster, or he would never see the present. */
const BEHIND = 15;
/** So few steps need no summary. */
const FEW = 3;
/** Milliseconds for which a summary stands before the steps begin: for itself, for each battle, and at most. */
const READ = { least: 1800, battle: 700, most: 6000 };

/** `gather`: they are still at it; `summary`: what it was; `play`: step by step. */
type Stage = "gather" | "summary" | "play";

export class Playback {
  on = $state(false);
  stage = $state<Stage>("play");
  paused = $state(false);
  /** Every step, as it happened. */
  all = $state.raw<Beat[]>([]);
  /** The steps as they are shown. */
  steps = $state.raw<Beat[]>([]);
  at = $state(0);
  /** How far the present step is, or the time for the summary, from 0 to 1. */
  done = $state(0);
  pieces = $state.raw<PieceState[]>([]);
  beat = $derived<Beat | null>(this.on && this.stage === "play" ? (this.steps[this.at] ?? null) : null);
  /** The moves before this one, for the trail. */
  trail = $derived(this.beat ? this.steps.slice(Math.max(0, this.at - 6), this.at).filter((b) => b.kind === "move") : []);
  /** Whether the summary lies beside the board as it is now, for as long as somebody likes; it is not followed by itself. */
  waits = $state(false);
  /** Whether the board is shown as it was. */
  past = $derived(this.on && !this.waits);
  /** What it was in all; null where it needs none. */
  summary = $derived<Summary | null>(this.on && this.all.length > FEW ? summary(this.all) : null);

  /** So many lines of the log are still to be told. */
  ahead = $derived.by(() => {
    if (!this.past) return 0;
    const told = this.stage === "play" ? this.at + 1 : 0;
    return this.steps.slice(told).reduce((sum, b) => sum + b.lines.length, 0);
  });

  private start: PieceState[] = [];
  private end = new Map<string, PieceState>();
  private frame = 0;
  private last = 0;
  private held = 0;
  /** How much faster than at ordinary pace it must be told. */
  private hurry = 1;
  /** Whether more has come while it was told. */
  private live = false;

  constructor(private names: Names, private sound: (beat: Beat) => void, private over: (past: boolean) => void, private watching: () => boolean) {}

  /** Tell some lines from their beginning; `now` is the board behind them, `all` the whole log; `waits` as long as more comes. */
  tell(lines: Line[], now: PieceState[], all: Line[], more = false): void {
    const steps = beats(lines, this.names);
    const waits = prefs.telling !== "steps" || prefs.stillness;
    // That a phase began is no news to the player who is asked.
    if (steps.length === 0 || (waits && summary(steps).counts.length === 0)) return;
    this.start = before(now, lines, all);
    this.end = new Map(now.map((p) => [p.id, p]));
    this.all = steps;
    this.paused = this.live = false;
    this.waits = waits;
    this.pieces = this.start;
    this.on = true;
    this.at = 0;
    if (more) this.gather();
    else this.summarize();
  }

  /** More has happened while it is told; `coming` while still more is to come. */
  more(lines: Line[], now: PieceState[], coming: boolean): void {
    this.end = new Map(now.map((p) => [p.id, p]));
    const steps = beats(lines, this.names);
    this.all = [...this.all, ...steps];
    if (this.stage === "play") this.append(steps);
    else if (coming) this.gather();
    else if (steps.length > 0 || this.stage === "gather") this.summarize();
  }

  /** While it is played: a player does not wait longer for it, a spectator sees each step. */
  private append(steps: Beat[]): void {
    if (steps.length === 0) return;
    this.live = true;
    const shown = this.steps.slice(0, this.at + 1);
    const rest = [...this.steps.slice(this.at + 1), ...steps];
    const told = this.watching() ? { steps: rest, hurry: 1 } : paced(rest, this.names);
    this.steps = [...shown, ...told.steps];
    this.hurry = told.hurry;
  }

  private gather(): void {
    this.stage = "gather";
    this.arrange();
  }

  /** The steps as there is time for them; a spectator of a running game sees each by itself. */
  private arrange(): void {
    const told = paced(this.all, this.names, LONGEST - reading(this.all));
    this.steps = told.steps;
    this.hurry = told.hurry;
  }

  /** All is known: say what it was, then show it. Of little there is nothing to say first. */
  private summarize(): void {
    this.arrange();
    if (this.all.length <= FEW && !this.waits) return this.play();
    this.stage = "summary";
    this.done = 0;
    this.last = performance.now();
    this.run();
  }

  /** From the summary to the steps. */
  play(): void {
    this.stage = "play";
    this.paused = this.waits = false;
    this.begin(0);
  }

  private begin(at: number): void {
    this.at = at;
    // Who appears is there from the beginning of the step.
    const upTo = this.steps[at]!.kind === "appear" ? at + 1 : at;
    this.pieces = played(this.start, this.steps.slice(0, upTo).flatMap((b) => b.lines), this.end);
    this.done = prefs.stillness ? 1 : 0;
    this.held = 0;
    this.last = performance.now();
    this.sound(this.steps[at]!);
    this.run();
  }

  private run(): void {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(this.tick);
  }

  private tick = (now: number): void => {
    if (!this.on || this.stage === "gather") return;
    const passed = Math.min(100, now - this.last) * prefs.speed;
    this.last = now;
    if (this.waits) return;
    if (this.paused) return this.run();
    if (this.stage === "summary") {
      this.done = Math.min(1, this.done + passed / reading(this.all));
      return this.done >= 1 ? this.play() : this.run();
    }
    const beat = this.steps[this.at];
    if (!beat) return;
    const behind = this.live && this.watching() ? Math.max(1, (this.steps.length - this.at) / BEHIND) : 1;
    const shown = passed * Math.max(behind, this.hurry);
    // Where nothing may move, a step stands still for as long as it would have moved.
    if (this.done < 1) this.done = Math.min(1, this.done + shown / length(beat));
    else this.held += shown;
    if (this.held > PAUSE + (prefs.stillness ? length(beat) : 0)) return this.next();
    this.run();
  };

  next(): void {
    if (this.stage !== "play") return this.play();
    if (this.at + 1 < this.steps.length) this.begin(this.at + 1);
    else this.stop();
  }

  previous(): void {
    this.begin(Math.max(0, this.at - 1));
  }

  /** From the beginning. */
  again(): void {
    this.play();
  }

  pause(): void {
    if (this.stage === "play") this.paused = !this.paused;
    else this.play();
  }

  /** Stand still. */
  hold(): void {
    this.paused = true;
  }

  stop(): void {
    if (!this.on) return;
    const { past } = this;
    cancelAnimationFrame(this.frame);
    this.on = false;
    this.steps = this.all = [];
    this.over(past);
  }

  faster(way: 1 | -1): void {
    const at = SPEEDS.indexOf(prefs.speed);
    prefs.set("speed", SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at + way))]!);
  }

  get fastest(): boolean {
    return prefs.speed === SPEEDS.at(-1);
  }

  get slowest(): boolean {
    return prefs.speed === SPEEDS[0];
  }
}

/** Milliseconds in which a summary can be read. */
function reading(steps: Beat[]): number {
  if (steps.length <= FEW) return 0;
  const battles = steps.filter((b) => b.kind === "battle").length;
  return Math.min(READ.most, READ.least + READ.battle * battles);
}
