/** A table ordered by the address: `/?game=…&scenario=…&as=…&against=…`, as the command line opens it. */
import type { Lobby, NewTable } from "./types";

export function ordered(lobby: Lobby, search: string): NewTable | null {
  const asked = new URLSearchParams(search);
  const game = lobby.games.find((g) => g.id === asked.get("game"));
  if (!game) return null;
  const scenario = game.scenarios.find((s) => s.id === asked.get("scenario")) ?? game.scenarios[0]!;
  const mine = asked.get("as") ?? scenario.seats[0]!.id;
  const against = asked.get("against") ?? lobby.proposed_bot;
  const other = against === "none" ? "human" : `bot:${against}`;
  const seats = Object.fromEntries(scenario.seats.map((s) => [s.id, s.id === mine ? "human" : other]));
  return { game: game.id, scenario: scenario.id, options: asked.getAll("option"), seats, pace: "watchable" };
}
