/** The first worker: it holds the tables, in Python, and answers the page as a server would. */
import { Keeper } from "./keeper";
import type { FromWorker, LineEvent, ToWorker } from "./messages";
import { Shelf, startPython } from "./python";
import { Second } from "./second";

interface Desk {
  ask(path: string, body: string): Promise<{ toJs(): [number, string, string]; destroy(): void }>;
  line(line: number, event: LineEvent, text: string): void;
  others_wrote(table: string, seq: number): void;
}

const say = (message: FromWorker) => postMessage(message);
let desk: Desk | null = null;
const early: ToWorker[] = [];

async function start(base: string, sizes: Record<string, number>, games: string[]): Promise<void> {
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  let loaded = 0;
  const { python, program } = await startPython(base, (bytes) => {
    loaded += bytes;
    say({ what: "progress", loaded, total });
  });
  const shelf = new Shelf(python, base);
  const second = new Second(base, program);
  // Sites in other folders of the same address have tables of their own.
  const keeper = new Keeper(`grognard ${new URL(base).pathname}`, (table, seq) => desk?.others_wrote(table, seq));
  const post = (line: number, event: LineEvent, text: string, code: number) => say({ what: "line", line, event, text, code });
  const make = python.runPython("from grognard.site.browser.desk import Desk; Desk") as (...parts: unknown[]) => Desk;
  desk = make(
    {
      heads: () => keeper.heads(),
      read: (table: string) => keeper.read(table),
      create: (table: string, kept: string) => keeper.create(table, kept),
      commit: (table: string, change: string) => keeper.commit(table, change),
      remove: (table: string, seq: number) => keeper.remove(table, seq),
    },
    (game: string, job: string, seconds: number) => second.ask(game, job, seconds),
    (game: string) => shelf.need(game),
    python.toPy(games),
    post,
  );
  say({ what: "ready" });
  for (const message of early.splice(0)) void handle(message);
  setTimeout(() => void second.warm().catch(() => undefined), 200); // somebody will play against a bot
}

async function handle(message: ToWorker): Promise<void> {
  if (message.what === "ping") return say({ what: "pong" });
  if (message.what === "start") {
    try {
      await start(message.base, message.sizes, message.games);
    } catch (problem) {
      say({ what: "failed", why: problem instanceof Error ? problem.message.slice(-300) : String(problem) });
    }
    return;
  }
  if (!desk) return void early.push(message);
  if (message.what === "line") return desk.line(message.line, message.event, message.text);
  const found = await desk.ask(message.path, message.body);
  const [status, kind, text] = found.toJs();
  found.destroy();
  say({ what: "answer", id: message.id, status, kind, text });
}

onmessage = ({ data }: MessageEvent<ToWorker>) => {
  handle(data).catch((problem: unknown) => {
    // Python itself has failed: nothing can be asked of it any more, and what was shown is kept.
    say({ what: "failed", why: String(problem).slice(-300) });
  });
};
