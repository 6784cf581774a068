/** The second worker: bots think here, records are replayed, games reviewed. */
import { Shelf, startPython } from "./python";

export interface Job { game: string; job: string }
export type Done = { what: "ready" } | { what: "failed"; why: string } | { what: "done"; said: string };

const say = (done: Done) => postMessage(done);
const base = self.name;

const started = (async () => {
  const python = await startPython(base, () => undefined);
  const work = python.runPython("from grognard.site.browser.second import work; work") as (job: string) => string;
  return { shelf: new Shelf(python, base), work };
})();

onmessage = async ({ data }: MessageEvent<Job>) => {
  const { shelf, work } = await started;
  try {
    await shelf.need(data.game);
    say({ what: "done", said: work(data.job) });
  } catch (problem) {
    // Python itself has failed: nothing can be asked of it any more.
    say({ what: "done", said: JSON.stringify({ complaint: String(problem).slice(-300) }) });
  }
};

started.then(() => say({ what: "ready" }), (problem: unknown) => say({ what: "failed", why: String(problem) }));
