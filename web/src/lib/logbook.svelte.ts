/** The lines of the log as each seat reads them, with those that the first state left out. */
import { api } from "./api";
import type { Connection } from "./connection.svelte";
import { UNTOLD, wholeLine, type Line, type TableState } from "./types";

/** Lines of one page. */
const PAGE = 500;

export class LogBook {
  private logs = $state.raw<Record<string, Line[]>>({});
  /** Whether lines are on their way that the first state left out. */
  coming = false;

  constructor(private readonly connection: Connection, private readonly complete: () => void) {}

  /** The log of a seat; a spectator has a log of his own. */
  of(seat: string): Line[] {
    return this.logs[seat] ?? this.logs[""] ?? [];
  }

  receive(state: TableState): void {
    const logs: Record<string, Line[]> = {};
    const fresh: Record<string, Line[]> = Object.keys(state.seat_logs).length > 0 ? state.seat_logs : { "": state.log };
    for (const [seat, lines] of Object.entries(fresh)) {
      const untold = new Array<Line>(state.log_left_out).fill(UNTOLD);
      logs[seat] = [...(this.logs[seat] ?? []).slice(0, state.log_from), ...untold, ...lines.map(wholeLine)];
    }
    this.logs = logs;
    if (state.log_left_out > 0) void this.askAll(state.log_from, state.log_left_out);
  }

  private async askAll(first: number, count: number): Promise<void> {
    this.coming = true;
    await this.ask(first, count);
    this.coming = false;
    this.complete();
  }

  /** Page by page from the last; they stand where they belong. */
  private async ask(first: number, count: number): Promise<void> {
    const { id, token } = this.connection;
    const from = Math.max(first, first + count - PAGE);
    try {
      const page = await api.log(id, token, from, first + count - from);
      const logs = { ...this.logs };
      for (const [seat, lines] of Object.entries(page.log.length > 0 ? { "": page.log } : page.seat_logs)) {
        const all = [...(logs[seat] ?? [])];
        lines.forEach((line, i) => (all[from + i] = wholeLine(line)));
        logs[seat] = all;
      }
      this.logs = logs;
      if (from > first && !this.connection.closed) await this.ask(first, from - first);
    } catch {
      // Without its beginning the log is still of use.
    }
  }
}
