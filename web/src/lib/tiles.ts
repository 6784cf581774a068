/**
 * The terrain as bitmaps: painted from the same SVG once for each tile and scale, then only moved and scaled.
 * To paint five thousand nodes anew at every step of the zoom took a second; to paint a few bitmaps takes none.
 */
import bold from "@fontsource/alegreya/files/alegreya-latin-700-normal.woff2?url";
import italic from "@fontsource/alegreya/files/alegreya-latin-500-italic.woff2?url";
import serif from "@fontsource/alegreya/files/alegreya-latin-500-normal.woff2?url";
import heavy from "@fontsource/fira-sans-condensed/files/fira-sans-condensed-latin-700-normal.woff2?url";
import sans from "@fontsource/fira-sans-condensed/files/fira-sans-condensed-latin-500-normal.woff2?url";

/** Pixels of a tile; each paints one more on the right and below, so that no seam shows between two. */
const SIZE = 512;
const EDGE = 1;
/** Scales are powers of two: from an eighth to eight times the picture's own. */
const LEAST = -3;
const MOST = 3;
/** Tiles that are kept; those not seen for longest go first. */
const KEPT = 110;
/** How much a bitmap may be enlarged before a finer one is painted, as a power of two. */
const STRETCH = 0.3;
/** Milliseconds without a change of scale before tiles of another scale are painted. */
const REST = 90;

const FACES: [family: string, weight: number, style: string, url: string][] = [
  ["Alegreya", 500, "normal", serif],
  ["Alegreya", 500, "italic", italic],
  ["Alegreya", 700, "normal", bold],
  ["Fira Sans Condensed", 500, "normal", sans],
  ["Fira Sans Condensed", 700, "normal", heavy],
];

interface Tile { canvas: HTMLCanvasElement; level: number; col: number; row: number; seen: number }
export interface Window { x: number; y: number; k: number; width: number; height: number }

let faces: Promise<string> | null = null;

/** The page's fonts as a style sheet of its own: a picture has no access to those of the page around it. */
function lettering(): Promise<string> {
  return (faces ??= Promise.all(
    FACES.map(async ([family, weight, style, url]) => {
      const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
      let text = "";
      for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
      return `@font-face{font-family:"${family}";font-weight:${weight};font-style:${style};src:url(data:font/woff2;base64,${btoa(text)})}`;
    }),
  ).then((all) => all.join("")));
}

/** A picture that can be painted at any scale. */
export async function painting(svg: string): Promise<HTMLImageElement> {
  const style = await lettering().catch(() => "");
  const open = svg.indexOf(">", svg.indexOf("<svg")) + 1;
  const whole = `${svg.slice(0, open)}<style>${style}</style>${svg.slice(open)}`;
  const image = new Image();
  const address = URL.createObjectURL(new Blob([whole], { type: "image/svg+xml" }));
  image.src = address;
  await image.decode();
  URL.revokeObjectURL(address);
  return image;
}

/** The level whose bitmaps are fine enough for a scale in device pixels. */
export function levelFor(scale: number): number {
  return Math.min(MOST, Math.max(LEAST, Math.ceil(Math.log2(scale) - STRETCH)));
}

/** Columns or rows of tiles that a stretch of the picture touches. */
export function span(from: number, to: number, length: number, level: number): [number, number] {
  const side = SIZE / 2 ** level;
  const last = Math.ceil(length / side) - 1;
  return [Math.max(0, Math.floor(from / side)), Math.min(last, Math.floor(to / side))];
}

export class Tiles {
  private readonly ground: number;
  private made = new Map<string, Tile>();
  private wanted: [col: number, row: number][] = [];
  private level = LEAST;
  private since = 0;
  private clock = 0;
  private frame = 0;

  constructor(private box: HTMLElement, private image: HTMLImageElement, private width: number, private height: number) {
    box.replaceChildren();
    // The whole picture, coarsely, lies below everything.
    const coarse = levelFor(640 / Math.max(width, height));
    const [, cols] = span(0, width - 1, width, coarse);
    const [, rows] = span(0, height - 1, height, coarse);
    for (let col = 0; col <= cols; col++) for (let row = 0; row <= rows; row++) this.paint(coarse, col, row);
    this.ground = coarse;
  }

  /** The window has moved: find out which tiles are missing, the nearest to its middle first. */
  look(window: Window): void {
    this.clock++;
    const level = levelFor(window.k * devicePixelRatio);
    if (level !== this.level) this.since = performance.now();
    this.level = level;
    const side = SIZE / 2 ** level;
    const [left, top] = [-window.x / window.k, -window.y / window.k];
    const [right, bottom] = [left + window.width / window.k, top + window.height / window.k];
    const [c0, c1] = span(left - side / 8, right + side / 8, this.width, level);
    const [r0, r1] = span(top - side / 8, bottom + side / 8, this.height, level);
    this.wanted = [];
    for (let col = c0; col <= c1; col++) {
      for (let row = r0; row <= r1; row++) {
        const tile = this.made.get(`${level}/${col}/${row}`);
        if (tile) tile.seen = this.clock;
        else this.wanted.push([col, row]);
      }
    }
    const far = ([col, row]: [number, number]) => Math.hypot((col + 0.5) * side - (left + right) / 2, (row + 0.5) * side - (top + bottom) / 2);
    this.wanted.sort((a, b) => far(b) - far(a));
    this.show();
    if (this.wanted.length > 0 && this.frame === 0) this.frame = requestAnimationFrame(this.work);
  }

  /** Nothing more is painted. */
  close(): void {
    cancelAnimationFrame(this.frame);
    this.box.replaceChildren();
  }

  /** One tile a frame, so that the map can be moved meanwhile. */
  private work = (now: number): void => {
    this.frame = 0;
    if (now >= this.since + REST) {
      const next = this.wanted.pop();
      if (next) this.paint(this.level, next[0], next[1]);
      if (this.wanted.length === 0) this.tidy();
    }
    if (this.wanted.length > 0) this.frame = requestAnimationFrame(this.work);
  };

  private paint(level: number, col: number, row: number): void {
    const scale = 2 ** level;
    const side = SIZE / scale;
    const canvas = document.createElement("canvas");
    const [width, height] = [Math.min(side, this.width - col * side), Math.min(side, this.height - row * side)];
    canvas.width = Math.ceil(width * scale) + EDGE;
    canvas.height = Math.ceil(height * scale) + EDGE;
    const { style } = canvas;
    style.left = `${col * side}px`;
    style.top = `${row * side}px`;
    style.width = `${canvas.width / scale}px`;
    style.height = `${canvas.height / scale}px`;
    style.zIndex = String(level);
    const paper = canvas.getContext("2d", { alpha: false })!;
    const grain = this.image.naturalWidth / this.width;
    paper.drawImage(
      this.image, col * side * grain, row * side * grain, (canvas.width / scale) * grain, (canvas.height / scale) * grain,
      0, 0, canvas.width, canvas.height,
    );
    this.box.append(canvas);
    this.made.set(`${level}/${col}/${row}`, { canvas, level, col, row, seen: this.clock });
  }

  /** As long as tiles are missing, those of other scales stand in for them. */
  private show(): void {
    const whole = this.wanted.length === 0;
    for (const tile of this.made.values()) {
      const display = tile.level === this.level || !whole ? "" : "none";
      if (tile.canvas.style.display !== display) tile.canvas.style.display = display;
    }
  }

  private tidy(): void {
    this.show();
    const old = [...this.made].filter(([, t]) => t.level !== this.ground && t.seen !== this.clock).sort((a, b) => a[1].seen - b[1].seen);
    for (const [key, tile] of old.slice(0, Math.max(0, this.made.size - KEPT))) {
      tile.canvas.remove();
      tile.canvas.width = tile.canvas.height = 0; // gives the memory back at once
      this.made.delete(key);
    }
  }
}
