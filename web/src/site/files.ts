/** Where the files of a site lie: those that a server would hand out under the addresses of its interface. */

/** Files that are packed with gzip, whatever the web server can do. They are not called `.gz`: some servers would unpack them. */
export const PACKED = ".packed";

/** The folder of the page. */
export function home(): string {
  return new URL(".", document.baseURI).href;
}

/** The file for an address of the interface, relative to the page. */
export function fileOf(address: string): string {
  const { pathname, searchParams } = new URL(address, "http://x/");
  const palette = searchParams.get("palette") ?? "light";
  const game = /^\/api\/games\/([\w-]+)(?:\/([\w.]+))?$/.exec(pathname);
  if (pathname === "/api/games") return "data/games.json";
  if (!game) return pathname.replace(/^\//, "");
  const [, name, what] = game;
  switch (what) {
    case undefined: return `data/${name}/catalog.json${PACKED}`;
    case "puzzles": return `data/${name}/puzzles.json`;
    case "lesson": return `data/${name}/lesson.json`;
    case "guide": return `data/${name}/guide.md`;
    case "legend": return `data/${name}/legend-${palette}.json`;
    case "map.svg": return `data/${name}/map-${palette}.svg${PACKED}`;
    case "print.pdf": return `data/${name}/print-${searchParams.get("paper") ?? "a4"}.pdf`;
    case "picture": return `data/${name}/picture-${palette}.webp`;
    default: return `data/${name}/${what}`;
  }
}

/** What a response holds, unpacked if it was packed. */
export function unpacked(answer: Response): ReadableStream<Uint8Array<ArrayBuffer>> {
  const body = answer.body ?? new Blob([]).stream();
  return new URL(answer.url).pathname.endsWith(PACKED) ? body.pipeThrough(new DecompressionStream("gzip")) : body;
}
