/** Why something cannot be done: asked of the server, shown beside the pointer, spoken. */
import { api } from "./api";
import { sentence, type TableStore } from "./store.svelte";
import type { Offer } from "./types";
import { asSentence } from "./words";

export interface Spot { x: number; y: number }
export interface Why extends Spot { text: string; rule: string }
/** What other counters can do and this one cannot, and why. */
export interface Shut { label: string; text: string; rule: string }
export interface Clicked { piece?: string; place?: string }

const SHOWN = 5500;

export class Reasons {
  shown = $state.raw<Why | null>(null);
  private timer = 0;

  constructor(private readonly table: TableStore) {}

  tell(text: string, rule = "", spot: Spot = { x: innerWidth / 2, y: 140 }): void {
    const said = asSentence(text);
    this.shown = { text: said, rule, ...spot };
    this.table.spoken = said;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => (this.shown = null), SHOWN);
  }

  /** Why a click meant nothing. */
  async ask(what: Clicked, spot: Spot): Promise<void> {
    const { id, token, decision, guide, waiting, state } = this.table;
    if (guide) return this.tell(guide.reminder, "", spot);
    if (!decision) {
      if (waiting && !state?.over) this.tell(waiting, "", spot);
      return;
    }
    try {
      let answer = await api.why(id, token, decision.seat, what.piece ? { piece: what.piece } : { place: what.place });
      if (answer.legal && what.piece && what.place) answer = await api.why(id, token, decision.seat, { place: what.place });
      if (!answer.legal) this.tell(answer.text, answer.rule, spot);
    } catch (problem) {
      this.tell(sentence(problem), "", spot);
    }
  }

  /** Ways that are open to other counters but not to this one, with the reason. */
  async closedTo(piece: string, offers: Offer[]): Promise<Shut[]> {
    const { id, token, decision } = this.table;
    const known = new Map<string, string>();
    for (const o of this.table.offers) if (o.piece && !o.takes_back && !o.aside && !o.label.includes(this.table.pieceName(o.piece))) known.set(o.verb, o.label);
    const verbs = [...known.keys()].filter((verb) => !offers.some((o) => o.verb === verb));
    const closed: Shut[] = [];
    for (const verb of verbs) {
      const answer = await api.why(id, token, decision!.seat, { action: `${verb} ${piece}` }).catch(() => null);
      if (answer && !answer.legal && answer.rule) closed.push({ label: known.get(verb)!, text: answer.text, rule: answer.rule });
    }
    return closed;
  }
}
