/** What others did, shown step by step: which step it is, where its counter is on its way, and the board meanwhile. */
import { beats, before, length, played, type Beat, type Names } from "./story";
import type { Line, PieceState } from "./types";

const SPEEDS = [0.5, 1, 2, 4];
const KEY = "grognard.speed";
/** Milliseconds between two steps. */
const PAUSE = 120;
/** So many steps behind the game a spectator is shown them faster, or he would never see the present. */
const BEHIND = 15;

export class Playback {
  on = $state(false);
  paused = $state(false);
  speed = $state(storedSpeed());
  steps = $state.raw<Beat[]>([]);
  at = $state(0);
  /** How far the present step is, from 0 to 1. */
  done = $state(0);
  pieces = $state.raw<PieceState[]>([]);
  beat = $derived<Beat | null>(this.on ? (this.steps[this.at] ?? null) : null);
  /** The moves before this one, for the trail. */
  trail = $derived(this.on ? this.steps.slice(Math.max(0, this.at - 6), this.at).filter((b) => b.kind === "move") : []);

  /** So many lines of the log are still to be told. */
  ahead = $derived(this.on ? this.steps.slice(this.at + 1).reduce((sum, b) => sum + b.lines.length, 0) : 0);

  private start: PieceState[] = [];
  private end = new Map<string, PieceState>();
  private frame = 0;
  private last = 0;
  private held = 0;
  /** Whether more has come while it was told. */
  private live = false;

  constructor(private names: Names, private sound: (beat: Beat) => void, private over: () => void, private watching: () => boolean) {}

  /** Tell some lines from their beginning; `now` is the board behind them, `all` the whole log. */
  tell(lines: Line[], now: PieceState[], all: Line[]): void {
    const steps = beats(lines, this.names);
    if (steps.length === 0) return;
    this.start = before(now, lines, all);
    this.end = new Map(now.map((p) => [p.id, p]));
    this.steps = steps;
    this.paused = this.live = false;
    this.on = true;
    this.begin(0);
  }

  /** More has happened while it is told. */
  more(lines: Line[], now: PieceState[]): void {
    this.end = new Map(now.map((p) => [p.id, p]));
    this.steps = [...this.steps, ...beats(lines, this.names)];
    this.live = true;
  }

  private begin(at: number): void {
    this.at = at;
    // Who appears is there from the beginning of the step.
    const upTo = this.steps[at]!.kind === "appear" ? at + 1 : at;
    this.pieces = played(this.start, this.steps.slice(0, upTo).flatMap((b) => b.lines), this.end);
    this.done = 0;
    this.held = 0;
    this.last = performance.now();
    this.sound(this.steps[at]!);
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(this.tick);
  }

  private tick = (now: number): void => {
    const beat = this.steps[this.at];
    if (!this.on || !beat) return;
    const hurry = this.live && this.watching() ? Math.max(1, (this.steps.length - this.at) / BEHIND) : 1;
    const passed = Math.min(100, now - this.last) * this.speed * hurry;
    this.last = now;
    if (!this.paused) {
      this.done = Math.min(1, this.done + passed / length(beat));
      if (this.done >= 1) this.held += passed;
      if (this.held > PAUSE) return this.next();
    }
    this.frame = requestAnimationFrame(this.tick);
  };

  next(): void {
    if (this.at + 1 < this.steps.length) this.begin(this.at + 1);
    else this.stop();
  }

  previous(): void {
    this.begin(Math.max(0, this.at - 1));
  }

  again(): void {
    this.paused = false;
    this.begin(0);
  }

  pause(): void {
    this.paused = !this.paused;
  }

  stop(): void {
    if (!this.on) return;
    cancelAnimationFrame(this.frame);
    this.on = false;
    this.steps = [];
    this.over();
  }

  faster(way: 1 | -1): void {
    const at = SPEEDS.indexOf(this.speed);
    this.speed = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at + way))]!;
    try {
      localStorage.setItem(KEY, String(this.speed));
    } catch {
      // Then it holds until the page is closed.
    }
  }

  get fastest(): boolean {
    return this.speed === SPEEDS.at(-1);
  }

  get slowest(): boolean {
    return this.speed === SPEEDS[0];
  }
}

function storedSpeed(): number {
  try {
    const found = Number(localStorage.getItem(KEY));
    return SPEEDS.includes(found) ? found : 1;
  } catch {
    return 1;
  }
}
