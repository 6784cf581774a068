/** Python in a worker: the runtime, its one library, our own packages. */
import type { PyodideAPI } from "pyodide";
import { PACKED, unpacked } from "./files";

/** Files that every worker needs, in the folder of the site. */
const RUNTIME = "runtime/";
const PROGRAM = `${RUNTIME}pyodide.asm.wasm${PACKED}`;
const LIBRARY = "runtime/msgspec.whl";
const CORE = "rules/core.zip";

export interface Started {
  python: PyodideAPI;
  /** The compiled runtime: another worker that gets it need not compile it again. */
  program: WebAssembly.Module;
}

/** Start Python; `loaded` is called with the size of each part that has come. */
export async function startPython(base: string, loaded: (bytes: number) => void, compiled?: WebAssembly.Module): Promise<Started> {
  const get = async (path: string): Promise<Response> => {
    const answer = await plainFetch(new URL(path, base));
    if (!answer.ok) throw new Error(`${path} could not be loaded (${answer.status})`);
    return counted(answer, loaded);
  };
  const plainFetch = globalThis.fetch;
  const plainInstantiate = WebAssembly.instantiateStreaming;
  const program = compiled ? Promise.resolve(compiled) : get(PROGRAM).then(compile);
  const library = get(LIBRARY).then((answer) => answer.arrayBuffer());
  const core = get(CORE).then((answer) => answer.arrayBuffer());
  void Promise.allSettled([program, library, core]); // they are waited for below
  // Pyodide asks for its files itself; its program is here already, or on its way.
  globalThis.fetch = async (input, init) => {
    const address = new URL(input instanceof Request ? input.url : input, base).href;
    if (!address.startsWith(base + RUNTIME)) return plainFetch(input, init);
    return address.endsWith(".wasm") ? new Response() : get(address.slice(base.length));
  };
  WebAssembly.instantiateStreaming = async (_, imports) => {
    WebAssembly.instantiateStreaming = plainInstantiate;
    const module = await program;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
  try {
    const { loadPyodide } = (await import(/* @vite-ignore */ `${base}${RUNTIME}pyodide.mjs`)) as typeof import("pyodide");
    const python = await loadPyodide({ indexURL: base + RUNTIME, checkAPIVersion: false });
    python.unpackArchive(await library, "wheel");
    unpack(python, await core);
    return { python, program: await program };
  } finally {
    globalThis.fetch = plainFetch;
    WebAssembly.instantiateStreaming = plainInstantiate;
  }
}

function compile(packed: Response): Promise<WebAssembly.Module> {
  const body = packed.body!.pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(body, { headers: { "content-type": "application/wasm" } }));
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
