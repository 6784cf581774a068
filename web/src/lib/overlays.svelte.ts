/** What can be shaded or written on the map: zones, control, lines of sight; numbers and terrain. */
import { api } from "./api";
import { OVERLAY_COLOURS, colours } from "./palette";
import { sentence, type TableStore } from "./store.svelte";
import type { Overlay } from "./types";
import { words } from "./words";

export class Overlays {
  all = $state.raw<Overlay[]>([]);
  /** The number of the one that is shown. */
  on = $state(-1);
  /** What is written on every place. */
  words = $state<"" | "numbers" | "terrain">("");

  constructor(private table: TableStore) {}

  /** The place from which lines of sight and the like are shown: under the pointer, or that of the unit in hand. */
  lookFrom = $derived.by(() => {
    const hand = this.table.decision?.pieces.length === 1 ? this.table.view?.pieces.find((p) => p.id === this.table.decision!.pieces[0]) : undefined;
    const place = this.table.hoverPlace || hand?.place || "";
    return this.table.catalog?.places.some((p) => p.id === place) ? place : "";
  });
  private lookedFrom = "";
  private lookTimer = 0;

  /** Look again when the pointer has come to rest elsewhere, if what is shown depends on it. */
  lookAgain(): void {
    clearTimeout(this.lookTimer);
    if (!this.all[this.on]?.from_place || !this.lookFrom || this.lookFrom === this.lookedFrom) return;
    this.lookTimer = window.setTimeout(() => void this.load(), 120);
  }

  async load(): Promise<void> {
    if (this.table.replay.on) return;
    try {
      this.lookedFrom = this.lookFrom;
      this.all = await api.overlays(this.table.id, this.table.token, this.lookFrom);
    } catch (problem) {
      this.table.tell(sentence(problem));
    }
  }

  async show(index: number): Promise<void> {
    if (this.on === index) {
      this.on = -1;
      return;
    }
    await this.load();
    this.on = index < this.all.length ? index : -1;
    if (this.on >= 0) this.table.spoken = `Shown: ${this.all[index]!.title}`;
  }

  showWords(kind: "numbers" | "terrain"): void {
    this.words = this.words === kind ? "" : kind;
    if (this.words) this.table.spoken = `Shown: ${kind}`;
  }

  /** An overlay's set that speaks of a seat or a side has its colour; others take turns. */
  tone(set: string, index: number): string {
    const word = this.table.state?.seats.find((s) => s.id === set)?.colours ?? this.table.sideColours.get(set);
    return word ? colours(word).fill : OVERLAY_COLOURS[(index + 2) % OVERLAY_COLOURS.length]!;
  }

  title(set: string): string {
    return this.table.state?.seats.find((s) => s.id === set)?.title ?? words(set);
  }
}
