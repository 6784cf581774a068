/** The second worker: bots think here, records are replayed, games reviewed. */
import { Shelf, startPython } from "./python";

export interface Job { game: string; job: string }
export interface Begin { base: string; program: WebAssembly.Module }
export type Done = { what: "ready" } | { what: "failed"; why: string } | { what: "done"; said: string };

const say = (done: Done) => postMessage(done);
let shelf: Shelf;
let work: (job: string) => string;

async function begin({ base, program }: Begin): Promise<void> {
  const { python } = await startPython(base, () => undefined, program);
  shelf = new Shelf(python, base);
  work = python.runPython("from grognard.site.browser.second import work; work") as typeof work;
}

onmessage = async ({ data }: MessageEvent<Begin | Job>) => {
  if ("base" in data) {
    return begin(data).then(() => say({ what: "ready" }), (problem: unknown) => say({ what: "failed", why: String(problem) }));
  }
  try {
    await shelf.need(data.game);
    say({ what: "done", said: work(data.job) });
  } catch (problem) {
    // Python itself has failed: nothing can be asked of it any more.
    say({ what: "done", said: JSON.stringify({ complaint: String(problem).slice(-300) }) });
  }
};
