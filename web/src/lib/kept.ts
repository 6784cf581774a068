/**
 * Clicks made while an answer is under way.
 *
 * A click is meant for the state that follows from the player's own answers: it is done when that is there. If luck or
 * others came between, it is done only if the same question still offers the same counter or place; a bare button never
 * is. What means nothing any more is dropped, with a word about it.
 */
import type { Question } from "./many.svelte";
import type { Spot, TableStore } from "./store.svelte";
import type { Offer } from "./types";

/** What to do, and whether it still means what its maker saw. */
export interface Kept { again: () => void; still: () => boolean; spot?: Spot }

type Clicked = { piece?: string; place?: string };

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

  /** A click on something that the question before this one offered: take the last answer back and choose that. */
  switchTo(what: Clicked, before: Question | null): boolean {
    const { decision, state } = this.table;
    if (!before || !decision || !state?.can_undo || before.frame === decision.frame) return false;
    const other = before.offers.filter((o) => (what.piece ? o.piece === what.piece : !o.piece && !!what.place && o.place === what.place));
    if (other.length !== 1 || decision.pieces.includes(what.piece ?? "-")) return false;
    const [{ action }] = other as [Offer];
    void this.table.undo();
    this.first({
      again: () => {
        const offer = this.table.offers.find((o) => o.action === action);
        if (offer) void this.table.act(offer);
      },
      still: () => false,
    });
    return true;
  }

  /** Whether what was clicked is offered by the same question later on. */
  offeredStill(what: Clicked): () => boolean {
    const meant = (o: Offer) => (what.piece ? o.piece === what.piece : !o.piece && !!what.place && o.place === what.place);
    const frame = this.table.decision?.frame;
    const actions = this.table.offers.filter(meant).map((o) => o.action);
    return () => this.table.decision?.frame === frame && this.table.offers.some((o) => actions.includes(o.action));
  }

  drop(): void {
    this.clicks = [];
  }

  private tooEarly(spot?: Spot): void {
    this.drop();
    this.table.tell("The question has changed since you clicked, so nothing was done", "", spot);
  }
}
