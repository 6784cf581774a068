/** Where a zone's name is written when the map's own letters cannot be read. No picture in here: numbers in, numbers out. */
import type { Point } from "./geometry";

/** Pixels: letters can be read from here on. */
export const LETTERS = 11.5;
/** The width of a letter in parts of its size, for a condensed face. */
const WIDTH = 0.5;

/** The middle and the size of the letters, in picture units; null where the printed name will do. */
export function nameSpot([x, y, size]: [number, number, number], title: string, k: number, stack: Point | null, counter: number): { x: number; y: number; size: number } | null {
  if (size * k >= LETTERS) return null;
  const large = LETTERS / k;
  if (!stack) return { x, y, size: large };
  // A larger name must not lie below the counters of its own zone: it goes beneath them.
  const half = (title.length * WIDTH * large) / 2;
  const covered = Math.abs(x - stack[0]) < half + counter * 0.6 && Math.abs(y - stack[1]) < (large + counter) * 0.6;
  return covered ? { x: stack[0], y: stack[1] + counter * 0.62 + large * 0.6, size: large } : { x, y, size: large };
}
