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
  private putLast = $state.raw<{ frame: string; box: string; place: string; like: Offer } | null>(null);
  /** Those of which the same is said: they could be put there too. */
  likewise = $derived.by(() => {
    const last = this.putLast;
    if (!last || this.table.decision?.frame !== last.frame) return [];
    return (this.table.stacks.get(last.box) ?? []).flatMap((p) => this.table.byPiece.get(p.id)?.filter((o) => o.verb === last.like.verb && o.text === last.like.text && o.cost === last.like.cost) ?? []);
  });

  /** Put all others there too or as near as they may stand, one after another. */
  async putLikewise(): Promise<void> {
    const { table, putLast } = this;
    if (!putLast || table.sending) return;
    let count = 0;
    for (const { action } of this.likewise) {
      const next = this.likewise.find((o) => o.action === action);
      if (!next) break; // the question has changed
      await table.act(next);
      await table.arrived();
      const there = this.nearest(putLast.place);
      await (there ? table.act(there) : table.undo());
      await table.arrived();
      if (there) count++;
      this.putLast = putLast;
    }
    if (count === 0) table.tell(`None of the others can be put in ${table.placeTitle(putLast.place)}`);
  }

  /** The offered place nearest to another one. */
  private nearest(place: string): Offer | undefined {
    const { atlas, byPlace } = this.table;
    const here = atlas?.anchor(place);
    const far = (id: string) => { const at = atlas?.anchor(id); return at && here ? Math.hypot(at[0] - here[0], at[1] - here[1]) : Infinity; };
    const [best] = [...byPlace.keys()].sort((a, b) => far(a) - far(b));
    return best === undefined ? undefined : byPlace.get(best)?.[0];
  }

  /** Remember where a counter from off the map was put. */
  note(offer: Offer, before: Question | null): void {
    const [piece] = this.table.decision?.pieces ?? [];
    const box = this.table.view?.pieces.find((p) => p.id === piece)?.place ?? "";
    const taken = before?.offers.find((o) => o.piece === piece && o.action === this.lastTaken);
    if (offer.place && !offer.piece && piece && taken && !this.table.names.onMap(box)) {
      this.putLast = { frame: before!.frame, box, place: offer.place, like: taken };
    } else if (!offer.piece) this.putLast = null;
    this.lastTaken = offer.action;
  }
  private lastTaken = "";
}
