/**
 * Counter colours by colour-set word: generous differences in hue and in brightness, and a stripe of its own.
 * Sides differ for everybody, whatever he cannot see: tests/games/test_colours.py measures it.
 */
export interface Colours {
  fill: string;
  box: string;
  ink: string;
  text: string;
  /** How the band at the counter's edge is drawn, so that colour is never the only sign. */
  band: "none" | "solid" | "double" | "dashed";
}

const set = (fill: string, box: string, ink: string, text = ink, band: Colours["band"] = "none"): Colours =>
  ({ fill, box, ink, text, band });

const SETS: Record<string, Colours> = {
  fieldgrey: set("#6b7966", "#e6eadd", "#171d14", "#ffffff"),
  slate: set("#a7bdd2", "#f0f5f9", "#14202b", "#0f1a24", "solid"),
  charcoal: set("#43474c", "#d5d9dd", "#15171a", "#f6f4ee"),
  sand: set("#d8c79f", "#f6efdc", "#33291a"),
  ochre: set("#e99148", "#fbeedd", "#3a1a06", "#2c1204", "solid"),
  rust: set("#7e3203", "#f5ddce", "#30140a", "#fff4ea", "solid"),
  brick: set("#7c1215", "#f7e3d3", "#2b0a07", "#fff4e6"),
  red: set("#7c1215", "#f7e3d3", "#2b0a07", "#fff4e6"),
  rose: set("#efae9f", "#f8e6e3", "#3a1715"),
  olive: set("#87905a", "#e7ebd0", "#22260f", "#10130a"),
  green: set("#6f9270", "#dceada", "#13240f", "#0a1509"),
  teal: set("#5f9290", "#d8eae8", "#0d2423", "#061615"),
  blue: set("#6f8fb3", "#dde7f2", "#101f31", "#07111c"),
  violet: set("#7b6c98", "#e6e0f0", "#1d1430", "#ffffff"),
  paper: set("#efe6cf", "#fcf8ee", "#2e2620"),
  black: set("#2f3135", "#cfd3d8", "#101113", "#f6f4ee"),
  white: set("#f1efe9", "#ffffff", "#22221f"),
};

/** The colours of a set; a word nobody has thought of gets colours of its own, always the same. */
export function colours(word: string): Colours {
  const known = SETS[word];
  if (known) return known;
  let hash = 2166136261;
  for (const c of word) hash = Math.imul(hash ^ c.charCodeAt(0), 16777619) >>> 0;
  const hue = hash % 360;
  const light = 42 + ((hash >>> 9) % 3) * 14;
  const bands = ["none", "solid", "double", "dashed"] as const;
  return set(
    `hsl(${hue} 32% ${light}%)`, `hsl(${hue} 40% 93%)`, `hsl(${hue} 45% 10%)`,
    light < 52 ? "#fff" : `hsl(${hue} 50% 8%)`, bands[(hash >>> 13) % 4]!,
  );
}

/** Colours for sets of places (overlays), with a hatching each. */
export const OVERLAY_COLOURS = ["#b3372a", "#2f6f9f", "#4d7f3a", "#8a5aa6", "#b8791f", "#3b8f8a"];
