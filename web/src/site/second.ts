/** The second worker, as the first one sees it: it is started when it is needed, and anew when it is stuck or dead. */
import type { Begin, Done, Job } from "./second-worker";

/** Milliseconds in which Python and the rules must have come. */
const STARTING = 180_000;

export class Second {
  private worker: Worker | null = null;
  private ready: Promise<void> | null = null;
  private waiting: ((said: string) => void) | null = null;

  constructor(private readonly base: string, private readonly program: WebAssembly.Module) {}

  /** Start it before it is needed. */
  warm(): Promise<void> {
    return (this.ready ??= this.start());
  }

  /** The answer to a job, as JSON: see `Said` in src/grognard/site/browser/helpers.py. */
  async ask(game: string, job: string, seconds: number): Promise<string> {
    await this.warm();
    return new Promise((done) => {
      const late = setTimeout(() => this.end('{"late":true}'), seconds * 1000);
      this.waiting = (said) => {
        clearTimeout(late);
        this.waiting = null;
        done(said);
      };
      this.worker!.postMessage({ game, job } satisfies Job);
    });
  }

  private start(): Promise<void> {
    const worker = (this.worker = new Worker(new URL("./second-worker.ts", import.meta.url), { type: "module" }));
    const started = new Promise<void>((done, failed) => {
      const late = setTimeout(() => failed(new Error("the second worker did not start")), STARTING);
      worker.onmessage = ({ data }: MessageEvent<Done>) => {
        if (worker !== this.worker) return;
        if (data.what === "ready") clearTimeout(late), done();
        else if (data.what === "failed") failed(new Error(data.why));
        else this.waiting?.(data.said);
      };
      worker.onerror = (event) => {
        failed(new Error(event.message || "the second worker could not be loaded"));
        if (worker === this.worker) this.end("{}");
      };
    });
    started.catch(() => this.end("{}"));
    worker.postMessage({ base: this.base, program: this.program } satisfies Begin);
    return started;
  }

  /** End the worker, thinking or not; whoever waits for it is told so. */
  private end(said: string): void {
    this.worker?.terminate();
    this.worker = null;
    this.ready = null;
    this.waiting?.(said);
  }
}
