/** Python in a worker: the runtime, its one library, our own packages. */
import type { PyodideAPI } from "pyodide";
import { PACKED, unpacked } from "./files";

/** Files that every worker needs, in the folder of the site. */
const RUNTIME = "runtime/";
const LIBRARY = "runtime/msgspec.whl";
const CORE = "rules/core.zip";

/** Start Python; `loaded` is called with each part that has come. */
export async function startPython(base: string, loaded: (bytes: number) => void): Promise<PyodideAPI> {
  const plain = globalThis.fetch;
  const counting = async (path: string): Promise<Response> => {
    const answer = await plain(new URL(path, base));
    if (!answer.ok) throw new Error(`${path} could not be loaded (${answer.status})`);
    return counted(answer, loaded);
  };
  // Pyodide asks for its files itself.
  globalThis.fetch = async (input, init) => {
    const address = new URL(input instanceof Request ? input.url : input, base).href;
    if (!address.startsWith(base + RUNTIME)) return plain(input, init);
    const path = address.slice(base.length);
    if (!path.endsWith(".wasm")) return counting(path);
    const headers = { "content-type": "application/wasm" };
    return new Response(await streamed(await counting(path + PACKED), address + PACKED), { headers });
  };
  const library = counting(LIBRARY).then((answer) => answer.arrayBuffer());
  const core = counting(CORE).then((answer) => answer.arrayBuffer());
  void Promise.allSettled([library, core]);
  try {
    const { loadPyodide } = (await import(/* @vite-ignore */ `${base}${RUNTIME}pyodide.mjs`)) as typeof import("pyodide");
    const python = await loadPyodide({ indexURL: base + RUNTIME, checkAPIVersion: false });
    python.unpackArchive(await library, "wheel");
    unpack(python, await core);
    return python;
  } finally {
    globalThis.fetch = plain;
  }
}

async function streamed(answer: Response, address: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  return address.endsWith(PACKED) ? answer.body!.pipeThrough(new DecompressionStream("gzip")) : answer.body!;
}

/** A response that counts what has come of it. */
function counted(answer: Response, loaded: (bytes: number) => void): Response {
  const count = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(part, to) {
      loaded(part.byteLength);
      to.enqueue(part);
    },
  });
  return new Response(answer.body!.pipeThrough(count), { headers: answer.headers });
}

function unpack(python: PyodideAPI, archive: ArrayBuffer): void {
  python.unpackArchive(archive, "zip", { extractDir: python.runPython("import site; site.getsitepackages()[0]") as string });
  python.runPython("import importlib; importlib.invalidate_caches()");
}

/** Fetches the rules of games, each once. */
export class Shelf {
  private readonly known = new Map<string, Promise<void>>();

  constructor(private readonly python: PyodideAPI, private readonly base: string) {}

  need(game: string): Promise<void> {
    const under = this.known.get(game) ?? this.load(game);
    this.known.set(game, under);
    under.catch(() => this.known.delete(game));
    return under;
  }

  private async load(game: string): Promise<void> {
    const answer = await fetch(new URL(`rules/${game}.zip`, this.base));
    if (!answer.ok) throw new Error(answer.status === 409 ? await answer.text() : `the file does not come (${answer.status})`);
    unpack(this.python, await new Response(unpacked(answer)).arrayBuffer());
  }
}
