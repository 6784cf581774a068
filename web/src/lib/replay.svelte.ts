/** Looking at an earlier moment of the game. */
import { api } from "./api";
import { sentence, type TableStore } from "./store.svelte";
import { wholeView, type Mark, type SeatView } from "./types";

export class Replay {
  on = $state(false);
  /** How many actions have been played at this moment. */
  at = $state(0);
  view = $state.raw<SeatView | null>(null);
  /** How many lines of the log had been told. */
  lines = $state(0);
  /** Where turns and phases begin. */
  marks = $state.raw<Mark[]>([]);
  private steppingTo = -1;

  constructor(private readonly table: TableStore) {}

  async start(at = this.table.state?.actions ?? 0): Promise<void> {
    const { table } = this;
    table.story.stop();
    table.overlays.on = -1;
    try {
      this.marks = await api.marks(table.id, table.token);
      await this.go(at);
      this.on = true;
    } catch (problem) {
      table.tell(sentence(problem));
    }
  }

  async go(at: number): Promise<void> {
    const { table } = this;
    table.story.stop();
    table.advice.close();
    const to = Math.max(0, Math.min(table.state?.actions ?? 0, at));
    this.steppingTo = to;
    const found = await api.replay(table.id, table.token, to, table.liveView?.seat ?? "");
    if (this.steppingTo !== to) return;
    this.view = wholeView(found.view);
    this.lines = found.log_to;
    this.at = found.at;
  }

  end(): void {
    this.table.story.stop();
    this.table.analysis.close();
    this.table.advice.close();
    this.on = false;
    this.view = null;
  }
}
