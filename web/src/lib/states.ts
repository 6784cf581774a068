/** What a counter's flags look like: the words of the vocabulary, and a badge with a letter for all others. */
import type { Catalog, Face, PieceState } from "./types";
import vocabulary from "./vocabulary.json";

const { tilted, covered, done, flipped, tones } = vocabulary.flags;

export interface Look {
  tilted: boolean;
  done: boolean;
  /** The counter lies on its reduced side. */
  flipped: boolean;
  /** Its owner sees it, others may not. */
  covered: boolean;
  badges: { letter: string; title: string; tone: string }[];
}

export function look(catalog: Catalog | null, flags: string[]): Look {
  const found: Look = { tilted: false, done: false, flipped: false, covered: false, badges: [] };
  catalog?.flags.forEach((flag, i) => {
    if (flag.shown === false || !flags.includes(flag.name)) return;
    const title = flag.title || flag.name;
    if (done.includes(flag.name)) found.done = true;
    else if (flipped.includes(flag.name)) found.flipped = true;
    else if (covered.includes(flag.name)) found.covered = true;
    else {
      if (tilted.includes(flag.name)) found.tilted = true;
      found.badges.push({ letter: flag.name.charAt(0).toUpperCase(), title, tone: tones[i % tones.length]! });
    }
  });
  return found;
}

/** Whether a counter lies on its reduced side: by a flag, or because it has lost steps. */
export function reduced(catalog: Catalog | null, face: Face | undefined, piece: PieceState): boolean {
  return (face?.reverse ?? []).length > 0 && (look(catalog, piece.flags).flipped || piece.steps < (face?.steps ?? 1));
}

/** The values of the side that lies up. */
export function valuesUp(catalog: Catalog | null, face: Face | undefined, piece: PieceState): string[] {
  return (reduced(catalog, face, piece) ? face?.reverse : face?.values) ?? [];
}

export function flagTitles(catalog: Catalog | null, flags: string[]): string[] {
  return flags.flatMap((name) => {
    const flag = catalog?.flags.find((f) => f.name === name);
    return flag && flag.shown !== false ? [flag.title || flag.name] : [];
  });
}
