/** The same for many counters: what a click means until further notice, all who can, and the others where the last one went. */
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

  /** Who could take part, where that is asked and nobody does yet: all of them with one click. */
  everyone = $derived.by(() => {
    const { decision, byPiece, buttons } = this.table;
    if (!decision?.panel || buttons.some((o) => !o.takes_back)) return [];
    const verbs = new Map<string, Offer[]>();
    for (const o of [...byPiece.values()].flat()) if (!o.takes_back) verbs.set(o.verb, [...(verbs.get(o.verb) ?? []), o]);
    const several = [...verbs.values()].filter((offers) => offers.length > 1);
    return several.length === 1 ? several[0]! : [];
  });

  /** All take part, one after another, while the question is the same. */
  async takeAll(): Promise<void> {
    const { table } = this;
    const frame = table.decision?.frame;
    for (const { action } of table.sending ? [] : this.everyone) {
      const next = table.decision?.frame === frame && table.offers.find((o) => o.action === action);
      if (!next) continue; // no longer possible, or no longer asked
      await table.act(next);
      await table.arrived();
    }
  }

  /** Where the last counter of a box or a stack was put, while the same question goes on with the others there. */
  private putLast = $state.raw<{ frame: string; box: string; place: string; like: Offer } | null>(null);
  /** Those who could be put there too: of a box, those of which the same is said. */
  likewise = $derived.by(() => {
    const last = this.putLast;
    if (!last || this.table.decision?.frame !== last.frame) return [];
    const alike = (o: Offer) => o.verb === last.like.verb && (this.ofStack || (o.text === last.like.text && o.cost === last.like.cost));
    return (this.table.stacks.get(last.box) ?? []).flatMap((p) => this.table.byPiece.get(p.id)?.filter(alike) ?? []);
  });
  /** Whether they stand on the map: then they go to the same place or stay. */
  private ofStack = $derived.by(() => this.putLast !== null && this.table.names.onMap(this.putLast.box));
  likewiseLabel = $derived.by(() => {
    const count = this.likewise.length;
    if (!this.ofStack) return `The other ${count} there or next to it`;
    return count === 1 ? `${this.table.pieceName(this.likewise[0]!.piece)} too` : `The other ${count} too`;
  });

  /** Put all others there too, one after another; from a box as near as they may stand. */
  async putLikewise(): Promise<void> {
    const { table, putLast, ofStack } = this;
    if (!putLast || table.sending) return;
    const stay: string[] = [];
    for (const { action, piece } of this.likewise) {
      const next = this.likewise.find((o) => o.action === action);
      if (!next) break; // the question has changed
      await table.act(next);
      await table.arrived();
      const there = ofStack ? table.byPlace.get(putLast.place)?.[0] : this.nearest(putLast.place);
      await (there ? table.act(there) : table.undo());
      await table.arrived();
      if (!there) stay.push(table.pieceName(piece));
      this.putLast = putLast;
    }
    if (stay.length > 0) table.tell(`${stay.join(" and ")} cannot go to ${table.placeTitle(putLast.place)}`);
    if (ofStack) this.putLast = null; // asked once
  }

  /** The offered place nearest to another one. */
  private nearest(place: string): Offer | undefined {
    const { atlas, byPlace } = this.table;
    const here = atlas?.anchor(place);
    const far = (id: string) => { const at = atlas?.anchor(id); return at && here ? Math.hypot(at[0] - here[0], at[1] - here[1]) : Infinity; };
    const [best] = [...byPlace.keys()].sort((a, b) => far(a) - far(b));
    return best === undefined ? undefined : byPlace.get(best)?.[0];
  }

  /** Remember where a counter was put. */
  note(offer: Offer, before: Question | null): void {
    const [piece] = this.table.decision?.pieces ?? [];
    const box = this.table.view?.pieces.find((p) => p.id === piece)?.place ?? "";
    const taken = before?.offers.find((o) => o.piece === piece && o.action === this.lastTaken);
    if (offer.place && !offer.piece && piece && taken) {
      this.putLast = { frame: before!.frame, box, place: offer.place, like: taken };
    } else if (!offer.piece) this.putLast = null;
    this.lastTaken = offer.action;
  }
  private lastTaken = "";
}
