/** The same for many counters: what a click means until further notice, and putting the others where the last one went. */
import type { TableStore } from "./store.svelte";
import type { Offer } from "./types";

/** A question that was answered. */
export interface Question { frame: string; offers: Offer[] }

export class Many {
  constructor(private table: TableStore) {}

  /** What many counters can do alike, where each can do several things: verb and words. */
  alike = $derived.by(() => {
    const found = new Map<string, { label: string; count: number }>();
    for (const [piece, offers] of this.table.byPiece) {
      if (offers.length < 2 || this.table.decision?.panel) continue;
      for (const o of offers) {
        if (o.takes_back || o.label === "" || o.label.includes(this.table.pieceName(piece))) continue;
        found.set(o.verb, { label: o.label, count: (found.get(o.verb)?.count ?? 0) + 1 });
      }
    }
    return [...found].filter(([, { count }]) => count > 1).map(([verb, { label }]) => ({ verb, label }));
  });
  /** What a click on a counter means in a question, if the player has said so. */
  private habits = $state.raw<Record<string, string>>({});
  habit = $derived.by(() => {
    const verb = this.habits[this.table.decision?.frame ?? ""] ?? "";
    return this.alike.some((a) => a.verb === verb) ? verb : "";
  });
  setHabit(verb: string): void {
    this.habits = { ...this.habits, [this.table.decision?.frame ?? ""]: verb };
  }

  /** Where the last counter from off the map was put, while the same question goes on with others of its box. */
  private putLast = $state.raw<{ frame: string; box: string; place: string; verb: string } | null>(null);
  /** Those that could be put there too. */
  likewise = $derived.by(() => {
    const last = this.putLast;
    if (!last || this.table.decision?.frame !== last.frame) return [];
    return (this.table.stacks.get(last.box) ?? []).flatMap((p) => this.table.byPiece.get(p.id)?.filter((o) => o.verb === last.verb) ?? []);
  });

  /** Put the others where the last one was put, one after another, for as long as that is possible. */
  async putLikewise(): Promise<void> {
    const last = this.putLast;
    for (let next = this.likewise[0]; last && next && !this.table.sending; next = this.likewise[0]) {
      await this.table.act(next);
      await this.table.arrived();
      const there = this.table.byPlace.get(last.place)?.[0];
      if (!there) {
        await this.table.undo();
        return this.table.tell(`${this.table.placeTitle(last.place)} takes no more of them`);
      }
      await this.table.act(there);
      await this.table.arrived();
    }
  }

  /** Remember where a counter from off the map was put. */
  note(offer: Offer, before: Question | null): void {
    const [piece] = this.table.decision?.pieces ?? [];
    const box = this.table.view?.pieces.find((p) => p.id === piece)?.place ?? "";
    const taken = before?.offers.find((o) => o.piece === piece && o.action === this.lastTaken);
    if (offer.place && !offer.piece && piece && taken && !this.table.names.onMap(box)) {
      this.putLast = { frame: before!.frame, box, place: offer.place, verb: taken.verb };
    } else if (!offer.piece) this.putLast = null;
    this.lastTaken = offer.action;
  }
  private lastTaken = "";
}
