/**
 * The worker that holds the tables, as the page sees it: loading, ready, or why it cannot be. One that dies or no longer
 * answers is started again and goes on from what is kept.
 */
import { home } from "./files";
import type { FromWorker, LineEvent, ToWorker } from "./messages";

/** What the builder says of a site (src/grognard/site/folder.py). */
interface Site { games: string[]; sizes: Record<string, number> }
type Heard = Extract<FromWorker, { what: "line" }> | { what: "gone" };
interface Answered { status: number; kind: string; text: string }

/** Milliseconds between two questions whether the worker is still there, */
const TICK = 2500;
/** and how many of them it may leave unanswered. What it does in one go takes less, also on an old phone. */
const MOST_MISSED = 8;
/** Starts in a row that may fail. */
const MOST_STARTS = 3;
/** Milliseconds before the next one, and so many more for each that has failed. */
const REST = 1000;

class Workshop {
  status = $state<"idle" | "loading" | "ready" | "failed">("idle");
  /** The share of what must be loaded that is here. */
  progress = $state(0);
  /** Why there are no tables, in a sentence. */
  trouble = $state("");
  private worker: Worker | null = null;
  private started: Promise<void> | null = null;
  private asked = new Map<number, { done: (answer: Answered) => void; failed: (problem: Error) => void }>();
  private last = 0;
  private missed = 0;
  private failures = 0;
  private hearers: ((heard: Heard) => void)[] = [];

  hear(hearer: (heard: Heard) => void): void {
    this.hearers.push(hearer);
  }

  /** Begin to load; nothing is lost if nobody plays. */
  start(): Promise<void> {
    return (this.started ??= this.begin());
  }

  private end(why: string): void {
    this.status = "failed";
    this.trouble = why;
    this.started = Promise.reject(new Error(why));
    this.started.catch(() => undefined); // whoever asks is told
  }

  async ask(path: string, body: unknown): Promise<Answered> {
    await this.start();
    const id = ++this.last;
    return new Promise((done, failed) => {
      this.asked.set(id, { done, failed });
      this.tell({ what: "ask", id, path, body: JSON.stringify(body) });
    });
  }

  async line(line: number, event: LineEvent, text: string): Promise<void> {
    await this.start();
    this.tell({ what: "line", line, event, text });
  }

  private tell(message: ToWorker): void {
    if (!this.worker) throw new Error("the rules are being started again");
    this.worker.postMessage(message);
  }

  private async begin(): Promise<void> {
    const lacks = unfit();
    if (lacks) {
      this.end(lacks);
      throw new Error(lacks);
    }
    this.status = "loading";
    this.progress = 0;
    const base = home();
    const site = await fetch(`${base}data/site.json`).then((answer) => answer.json() as Promise<Site>).catch(() => null);
    if (!site) {
      const why = "The rules could not be loaded: this page has no network, and has not kept them. Load it anew later.";
      this.end(why);
      throw new Error(why);
    }
    const { games, sizes } = site;
    const worker = (this.worker = new Worker(new URL("./table-worker.ts", import.meta.url), { type: "module" }));
    this.missed = 0;
    const ready = new Promise<void>((done, failed) => {
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if (worker !== this.worker) return;
        this.missed = 0;
        if (data.what === "progress") this.progress = Math.min(1, data.loaded / data.total);
        else if (data.what === "line") this.tellAll(data);
        else if (data.what === "ready") {
          this.status = "ready";
          this.watch(worker);
          done();
        } else if (data.what === "answer") {
          this.failures = 0;
          this.asked.get(data.id)?.done(data);
          this.asked.delete(data.id);
        } else if (data.what === "failed") {
          failed(new Error(data.why));
          this.lost(worker, data.why);
        }
      };
      worker.onerror = (event) => {
        failed(new Error(event.message));
        this.lost(worker, event.message || "its files could not be loaded");
      };
    });
    this.tell({ what: "start", base, sizes, games });
    return ready;
  }

  /** Ask now and then whether the worker is there. A page in the background asks less often, which does no harm. */
  private watch(worker: Worker): void {
    const timer = setInterval(() => {
      if (worker !== this.worker) return clearInterval(timer);
      if (this.missed++ >= MOST_MISSED) this.lost(worker, "it does not answer any more");
      else worker.postMessage({ what: "ping" } satisfies ToWorker);
    }, TICK);
  }

  /** A worker is of no use any more: whoever waits for it is told, and asks the next one. */
  private lost(worker: Worker, why: string): void {
    if (worker !== this.worker) return;
    worker.terminate();
    this.worker = null;
    for (const one of this.asked.values()) one.failed(new Error(why));
    this.asked.clear();
    const memory = /memory|allocat/i.test(why);
    if (++this.failures >= MOST_STARTS) {
      this.end(memory
        ? "This device has too little memory for the rules: they need about 200 MB. Close other pages and load this one anew."
        : `The rules could not be started (${why}). Load the page anew.`);
    } else {
      this.status = "idle";
      this.started = null;
      setTimeout(() => void this.start().catch(() => undefined), REST * this.failures);
    }
    this.tellAll({ what: "gone" });
  }

  private tellAll(heard: Heard): void {
    for (const hearer of this.hearers) hearer(heard);
  }
}

/** Why this browser cannot play here; empty if it can. */
function unfit(): string {
  const missing = [
    ...(typeof WebAssembly === "object" ? [] : ["WebAssembly"]),
    ...(typeof Worker === "function" && typeof BroadcastChannel === "function" ? [] : ["workers"]),
    ...(typeof DecompressionStream === "function" ? [] : ["the unpacking of files"]),
    ...(typeof indexedDB === "object" && indexedDB ? [] : ["a store for games"]),
  ];
  if (missing.length === 0) return "";
  return `This browser lacks ${missing.join(" and ")}, so nothing can be played on this page. A browser of 2023 or later has it.`;
}

export const workshop = new Workshop();
