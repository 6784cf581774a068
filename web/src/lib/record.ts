/** What the head of a record says, to offer who plays on; the server reads and checks the rest. */
export interface RecordHead {
  game: string;
  scenario: string;
  /** How the game ended; empty if it did not. */
  outcome: string;
  /** How many actions it holds. */
  actions: number;
}

const FIRST = "grognard record ";

export function recordHead(text: string): RecordHead | null {
  const lines = text.split(/\r?\n/);
  if (!lines[0]?.startsWith(FIRST)) return null;
  const end = lines.indexOf("");
  const head = lines.slice(1, end < 0 ? undefined : end);
  const field = (key: string) => head.find((l) => l.startsWith(`${key}: `))?.slice(key.length + 2).trim() ?? "";
  const game = field("game").split(" ")[0]!;
  const body = end < 0 ? [] : lines.slice(end + 1);
  // A line with an equals sign holds a hash of the position.
  const actions = body.filter((l) => l.trim() !== "" && !l.startsWith("=")).length;
  return game ? { game, scenario: field("scenario"), outcome: field("outcome"), actions } : null;
}
