/**
 * Clicks made while an answer is under way.
 *
 * A click is meant for the state that follows from the player's own answers: it is done when that is there. If luck or
 * others came between, it is done only if the same question still offers the same counter or place; a bare button never
 * is. What means nothing any more is dropped, with a word about it.
 */
import type { Spot, TableStore } from "./store.svelte";
import type { Offer } from "./types";

/** What to do, and whether it still means what its maker saw. */
export interface Kept { again: () => void; still: () => boolean; spot?: Spot }

export class KeptClicks {
  private clicks: Kept[] = [];

  constructor(private table: TableStore) {}

  keep(click: Kept): void {
    this.clicks.push(click);
  }

  /** Something to be done before what was clicked. */
  first(click: Kept): void {
    this.clicks.unshift(click);
  }

  keepOffer(offer: Offer): void {
    const { table } = this;
    const frame = table.decision?.frame;
    const same = () => (table.decision?.frame === frame && table.offers.find((o) => o.action === offer.action && o.label === offer.label)) || null;
    const again = () => {
      const now = same();
      if (now) void table.act(now);
      else this.tooEarly();
    };
    this.keep({ again, still: () => (offer.piece !== "" || offer.place !== "") && same() !== null });
  }

  /** Do what was clicked meanwhile, one after another, each with the state that the one before it led to. */
  goOn(): void {
    const { table } = this;
    while (!table.sending && this.clicks.length > 0) {
      const { again, spot, still } = this.clicks.shift()!;
      const undisturbed = table.decision !== null && (table.state?.actions ?? 0) <= table.lastOwn;
      if (undisturbed || (table.decision !== null && still())) again();
      else this.tooEarly(spot);
    }
  }

  drop(): void {
    this.clicks = [];
  }

  private tooEarly(spot?: Spot): void {
    this.drop();
    this.table.tell("The question has changed since you clicked, so nothing was done", "", spot);
  }
}
