/** Unit symbols and size marks by the words of the vocabulary (src/grognard/draw/vocabulary.toml). */
import type { Colours } from "./palette";
import vocabulary from "./vocabulary.json";

const SIZES: Record<string, string> = vocabulary.sizes;

/** The size mark above the symbol: XX for a division. */
export function sizeMark(size: string): string {
  return SIZES[size] ?? "";
}

/** Whether the short name is written across the symbol, as on a chit. */
export function worded(symbol: string): boolean {
  return vocabulary.worded.includes(symbol);
}

let drawn: Record<string, string> | null = null;
const made = new Map<string, string>();

/** Load the drawings; they are a chunk of their own, so that the board does not wait for them. */
export async function loadSymbols(): Promise<void> {
  drawn = (await import("./symbols.json")).default;
}

/** The symbol of a word on a counter of 100 by 100, or nothing while the drawings are on their way. */
export function symbol(word: string, c: Colours): string {
  if (!drawn) return "";
  const key = `${word}|${c.box}|${c.ink}`;
  let found = made.get(key);
  if (found === undefined) {
    found = (drawn[word] ?? drawn.unknown!).replaceAll("{box}", c.box).replaceAll("{ink}", c.ink);
    made.set(key, found);
  }
  return found;
}
