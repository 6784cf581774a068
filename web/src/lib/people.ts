/** Who sits where, by name. */
import type { TableState } from "./types";

/** Who sits at a seat: a bot, or a person who has given a name and plays only this one. */
export function person(state: TableState | null, id: string): string {
  const seat = state?.seats.find((s) => s.id === id);
  if (seat?.player.startsWith("bot:")) return `${seat.player.slice(4)} bot`;
  const several = seat?.player === "human" && state!.seats.filter((s) => s.player === "human").length > 1;
  return several ? "" : (seat?.name ?? "");
}

/** "Anna (Soviets)". */
export function called(state: TableState | null, id: string): string {
  const title = state?.seats.find((s) => s.id === id)?.title ?? id;
  const who = person(state, id);
  return who ? `${who} (${title})` : title;
}
