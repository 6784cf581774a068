/** Playing without a network: the service worker, and what it is to keep. */

/** Milliseconds in which the service worker must have fetched everything. */
const PATIENCE = 300_000;

/** Let the files of this site be kept. Pages that are not encrypted (other than of this machine) cannot have that. */
export function keepOffline(): void {
  void navigator.serviceWorker?.register("sw.js", { updateViaCache: "none" }).catch(() => undefined);
}

/** Keep all files of a game, because it is being played. */
export function keepGame(game: string): void {
  void navigator.serviceWorker?.ready.then((registration) => registration.active?.postMessage({ what: "keep", groups: [game] }));
  // Whoever plays does not want his games to be thrown away when the disk is full.
  void navigator.storage?.persist?.().catch(() => false);
}

/** Keep the files of all games, and the help; ends when they are there. */
export async function keepAll(games: string[]): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers) throw new Error("This browser keeps pages for offline use only if they come over https.");
  const registration = await workers.ready;
  const groups = [...games, "help"];
  return new Promise((done, failed) => {
    const late = setTimeout(() => end(() => failed(new Error("The files did not come in time. Try again."))), PATIENCE);
    const hear = ({ data }: MessageEvent<{ what: string; groups?: string[]; why?: string }>) => {
      if (data.groups?.join() !== groups.join()) return;
      end(() => (data.what === "kept" ? done() : failed(new Error(`Not everything could be kept: ${data.why}`))));
    };
    const end = (then: () => void) => {
      clearTimeout(late);
      workers.removeEventListener("message", hear);
      then();
    };
    workers.addEventListener("message", hear);
    workers.startMessages();
    registration.active?.postMessage({ what: "keep", groups });
  });
}
