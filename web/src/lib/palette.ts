/** Counter colours by the words of the vocabulary (src/grognard/draw/vocabulary.toml). */
import vocabulary from "./vocabulary.json";

export interface Colours {
  fill: string;
  box: string;
  ink: string;
  text: string;
  /** How the band at the counter's edge is drawn, so that colour is never the only sign: none, solid, double or dashed. */
  band: string;
}

const SETS: Record<string, Colours> = vocabulary.colours;

/** The colours of a set; what is not known looks like paper. */
export function colours(word: string): Colours {
  return SETS[word] ?? vocabulary.colours.paper;
}

/** Colours for sets of places (overlays), with a hatching each. */
export const OVERLAY_COLOURS = vocabulary.overlays.tones;
