/** Shares of a game and points in words, and what decisions are called. */

export function percent(share: number): string {
  return `${Math.round(100 * share)}\u00a0%`;
}

export function signed(points: number): string {
  const size = Math.abs(points);
  return `${points < 0 ? "−" : "+"}${size >= 10 ? Math.round(size).toLocaleString("en") : size.toFixed(1)}`;
}

/** What a decision is called, how it is marked, and in which colour. */
export const JUDGEMENTS = {
  best: { mark: "✓", tone: "#2f7d4f", words: "the best" },
  good: { mark: "•", tone: "#5f7a2a", words: "good" },
  inaccurate: { mark: "?!", tone: "#8a6800", words: "inaccurate" },
  mistake: { mark: "?", tone: "#b04e0c", words: "a mistake" },
  blunder: { mark: "??", tone: "#a8201a", words: "a blunder" },
} as const;

export type Judgement = keyof typeof JUDGEMENTS;
