/** How the board shows what happened: the last battle's result, what others did, and that it is one's own turn. */
import { Playback } from "./playback.svelte";
import { prefs } from "./prefs.svelte";
import type { TableStore } from "./store.svelte";
import { play } from "./sound";
import { beforeFirst, isTheirs, lastBattle, theirTurn, type Battle, type Names } from "./story";
import type { Line } from "./types";
import { asSentence } from "./words";

export class Telling {
  private closed = $state("");
  /** So many lines of the log have been shown; null before the first. */
  private shown: number | null = null;
  /** Whether somebody has seen enough while a bot was still at it. */
  private skipped = false;
  readonly story: Playback;

  constructor(private table: TableStore) {
    // The names are looked up when they are needed: the table is still being made.
    const names: Names = { piece: (id) => table.names.piece(id), place: (id) => table.names.place(id), onMap: (id) => table.names.onMap(id) };
    const sound = (kind: string) => kind === "battle" ? play("die") : kind === "loss" ? play("loss") : undefined;
    this.story = new Playback(names, (beat) => sound(beat.kind), (past) => this.told(past), () => table.mine.length === 0);
  }

  /** The last battle since this player's answer, as long as nothing else has begun. */
  private last = $derived.by(() => {
    const { replay, story, lastOwn, log, names } = this.table;
    if (replay.on || story.on || lastOwn === 0) return null;
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

  /** What others have done since is told; what has to be known for that may still be on its way. */
  more(log: Line[]): void {
    const { table, story } = this;
    const view = table.liveView;
    const back = this.shown !== null && log.length < this.shown;
    if (back) {
      this.shown = log.length;
      return story.stop();
    }
    // Names of places, and the beginning of a long log, come later.
    if (!table.atlas || !view || table.book.coming) return;
    const mine = table.mine.map((s) => s.id);
    const coming = mine.length > 0 && this.botIsAsked;
    // A player who has not answered anything yet sees all that came before, from the first action on.
    const opening = this.shown === null ? beforeFirst(log, mine, table.names) : null;
    if (opening?.length === 0) return;
    const fresh = opening ?? (this.shown === null ? [] : log.slice(this.shown));
    this.shown = log.length;
    if (!coming) this.skipped = false;
    if (table.replay.on || (fresh.length === 0 && !story.on)) return;
    if (story.on) story.more(fresh, view.pieces, coming);
    else if (this.followed && !this.skipped && fresh.some((_, i) => isTheirs(fresh, i, mine))) story.tell(fresh, view.pieces, log, coming);
    else if (fresh.some((l) => l.kind === "Rolled" && l.data.readings)) play("die");
    else if (fresh.some((l) => l.kind === "Removed")) play("loss");
  }

  /** A bot goes on by itself: what it does is told when it is done. */
  private get botIsAsked(): boolean {
    const { state, asked } = this.table;
    return !!asked?.player.startsWith("bot:") && !state?.over && state?.notices.length === 0;
  }

  /** Whether what happens is to be shown at all; only bots can be too fast to be followed. */
  private get followed(): boolean {
    const { state } = this.table;
    const bots = state?.seats.some((s) => s.player.startsWith("bot:")) ?? false;
    return (!bots || state?.pace !== "fast") && prefs.telling !== "off" && !document.hidden;
  }

  /** What the others did in their last turn, from its beginning. */
  again(): void {
    const { table, story } = this;
    story.stop();
    const mine = table.mine.map((s) => s.id);
    const all = table.replay.on || mine.length === 0 || mine.length === table.state?.seats.length;
    const lines = theirTurn(table.log, mine, all);
    if (!table.still || lines.length === 0) return table.tell("Nobody else has done anything yet");
    table.menu = table.reasons.shown = null;
    story.tell(lines, table.still.pieces, table.log);
    if (!story.on) table.tell("They have done nothing that could be shown");
  }

  /** Whether somebody else waits for this player. */
  myTurn = $derived.by(() => {
    const { decision, replay, mine, state } = this.table;
    return decision !== null && !replay.on && mine.length < (state?.seats.length ?? 0);
  });

  /** All has been told: the last result need not be shown once more. */
  private told(past: boolean): void {
    this.skipped = this.botIsAsked;
    this.close();
    if (past) this.turnBegins();
  }

  /** It is this player's turn, and he has seen what led to it. */
  turnBegins(): void {
    if (this.myTurn) play("turn");
  }
}
