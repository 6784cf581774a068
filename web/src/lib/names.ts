/** Where zones' names are written when the map's own letters cannot be read. No picture in here: numbers in, numbers out. */
import type { Point } from "./geometry";

/** Pixels: letters can be read from here on. */
export const LETTERS = 11.5;
/** The width of a letter in parts of its size, for a condensed face. */
const WIDTH = 0.5;

/** A zone's name as the map has it: the middle of its letters and their size, and the middle of its counters if there are any. */
export interface Named { id: string; title: string; name: readonly [number, number, number]; stack: Point | null }
export interface Written { id: string; title: string; x: number; y: number; size: number }

/** A box by its middle and its half sizes. */
interface Area { x: number; y: number; w: number; h: number }

function overlap(a: Area, b: Area): number {
  const across = a.w + b.w - Math.abs(a.x - b.x);
  const down = a.h + b.h - Math.abs(a.y - b.y);
  return across > 0 && down > 0 ? Math.min(across, 2 * a.w) * Math.min(down, 2 * a.h) : 0;
}

/** The names that are too small at this scale, each where it lies least on counters and on other names. */
export function writtenNames(zones: Named[], k: number, counter: number): Written[] {
  const size = LETTERS / k;
  const stacks = zones.flatMap(({ stack }) => (stack ? [{ x: stack[0], y: stack[1], w: counter * 0.58, h: counter * 0.58 }] : []));
  const taken: Area[] = [];
  return zones.flatMap(({ id, title, name, stack }) => {
    if (name[2] * k >= LETTERS) return [];
    const [w, h] = [(title.length * WIDTH * size) / 2, size / 2];
    const spots = around(name, stack, counter, w, h).map(([x, y], i) => ({ x, y, w, h, far: i }));
    const worth = (a: Area & { far: number }) => sum(stacks, a) + 1.5 * sum(taken, a) + 0.04 * a.far * w * h;
    const best = spots.reduce((found, spot) => (worth(spot) < worth(found) ? spot : found));
    taken.push(best);
    return [{ id, title, x: best.x, y: best.y, size }];
  });
}

function sum(areas: Area[], at: Area): number {
  return areas.reduce((all, area) => all + overlap(at, area), 0);
}

/** Where the map has it, then below, above and beside the counters. */
function around([x, y]: readonly [number, number, number], stack: Point | null, counter: number, w: number, h: number): Point[] {
  if (!stack) return [[x, y], [x, y + 2 * h], [x, y - 2 * h]];
  const [u, v] = stack;
  const [down, across] = [counter * 0.6 + h, counter * 0.6 + w];
  return [[x, y], [u, v + down], [u, v - down], [u - across, v], [u + across, v], [u - across * 0.6, v + down], [u + across * 0.6, v + down]];
}
