/** Names of data as words: `river_half_attack` → River half attack. */
export function words(name: string): string {
  const text = name.replaceAll("_", " ").replace(/([a-z]):(?=\S)/g, "$1: ").trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Words as a sentence: a capital in front and a full stop behind. */
export function asSentence(text: string): string {
  return text ? text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".") : "";
}

/** "five minutes ago" for a time in seconds since 1970. */
export function ago(seconds: number): string {
  const past = Math.max(0, Date.now() / 1000 - seconds);
  const units: [Intl.RelativeTimeFormatUnit, number][] = [["day", 86400], ["hour", 3600], ["minute", 60]];
  const format = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  for (const [unit, length] of units) if (past >= length) return format.format(-Math.floor(past / length), unit);
  return "just now";
}
