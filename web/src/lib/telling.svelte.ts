/** What is told of what happened: the last battle's result, what others did, and that it is one's own turn. */
import { Playback } from "./playback.svelte";
import { prefs } from "./prefs.svelte";
import type { TableStore } from "./store.svelte";
import { play } from "./sound";
import { lastBattle, theirTurn, type Battle, type Names } from "./story";
import type { Line } from "./types";
import { asSentence } from "./words";

export class Telling {
  private closed = $state("");
  /** So many lines of the log have been shown. */
  private shown = 0;
  readonly story: Playback;

  constructor(private table: TableStore) {
    // The names are looked up when they are needed: the table is still being made.
    const names: Names = { piece: (id) => table.names.piece(id), place: (id) => table.names.place(id), onMap: (id) => table.names.onMap(id) };
    const sound = (kind: string) => kind === "battle" ? play("die") : kind === "loss" ? play("loss") : undefined;
    this.story = new Playback(names, (beat) => sound(beat.kind), () => this.told(), () => table.mine.length === 0);
  }

  /** The last battle since this player's answer, as long as nothing else has begun. */
  private last = $derived.by(() => {
    const { replaying, story, lastOwn, log, names } = this.table;
    if (replaying || story.on || lastOwn === 0) return null;
    const from = log.findIndex((l) => l.at >= lastOwn);
    return from < 0 ? null : lastBattle(log.slice(from), names);
  });
  /** What the question begins with. */
  words = $derived.by(() => {
    if (!this.table.decision || !this.last) return "";
    return asSentence(this.last.past ? `${this.last.title}: ${this.last.words}` : this.last.words);
  });
  /** The battle whose result lies open on the map: until the next click, or while it is told. */
  card = $derived.by<Battle | null>(() => {
    const { beat } = this.table.story;
    if (beat) return beat.kind === "battle" ? beat.battle : null;
    return prefs.stillness || this.last?.key === this.closed ? null : this.last;
  });

  close(): void {
    this.closed = this.last?.key ?? "";
  }

  // -- what others did -----------------------------------------------------------------------------

  /** Show what others have done since, step by step, if it is to be followed; null where the whole log is new. */
  more(log: Line[] | null): void {
    const { table, story } = this;
    const view = table.liveView;
    const fresh = log?.slice(this.shown) ?? [];
    const back = log !== null && log.length < this.shown;
    this.shown = log?.length ?? table.log.length;
    if (back) return story.stop();
    if (!log || fresh.length === 0 || table.replaying || !view) return;
    // Only bots can be too fast to be followed.
    const bots = table.state?.seats.some((s) => s.player.startsWith("bot:")) ?? false;
    const followed = (!bots || table.state?.pace !== "fast") && !prefs.stillness && !document.hidden;
    if (story.on) story.more(fresh, view.pieces);
    else if (followed && fresh.some((l) => this.isTheirs(l))) story.tell(fresh, view.pieces, log);
    else if (fresh.some((l) => l.kind === "Rolled" && l.data.readings)) play("die");
    else if (fresh.some((l) => l.kind === "Removed")) play("loss");
  }

  /** Whether a line tells of something that another player set going; what he only suffers or answers is no story. */
  private isTheirs({ who, kind, forced }: Line): boolean {
    if (who === "" || who === "chance" || this.table.mine.some((s) => s.id === who)) return false;
    return (kind === "Moved" && !forced) || kind === "Reckoned" || kind === "Began";
  }

  /** What the others did in their last turn, from its beginning. */
  again(): void {
    const { table, story } = this;
    story.stop();
    const mine = table.mine.map((s) => s.id);
    const all = table.replaying || mine.length === 0 || mine.length === table.state?.seats.length;
    const lines = theirTurn(table.log, mine, all);
    if (!table.still || lines.length === 0) return table.tell("Nobody else has done anything yet");
    table.menu = table.why = null;
    story.tell(lines, table.still.pieces, table.log);
  }

  /** Whether somebody else waits for this player. */
  myTurn = $derived.by(() => {
    const { decision, replaying, mine, state } = this.table;
    return decision !== null && !replaying && mine.length < (state?.seats.length ?? 0);
  });

  /** All has been told: the last result need not be shown once more. */
  private told(): void {
    this.close();
    this.turnBegins();
  }

  /** It is this player's turn, and he has seen what led to it. */
  turnBegins(): void {
    if (this.myTurn) play("turn");
  }
}
