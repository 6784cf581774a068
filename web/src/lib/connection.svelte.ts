/** The live connection of a table: it joins, says who it is, comes back when it is cut off, and hands on what it hears. */
import { api, Refused } from "./api";
import * as line from "./line";
import { isNew, useLink } from "./tokens";
import { transport, type Line } from "./transport";
import type { TableState } from "./types";

type Status = "connecting" | "open" | "lost" | "refused";

export interface Hearer {
  /** The number of the last state that was heard, −1 for none. */
  seen: () => number;
  receive: (state: TableState) => void;
}

const REFUSED = [4403, 4409];
const LONGEST_WAIT = 5000;

export class Connection {
  status = $state<Status>("connecting");
  /** Why there is none. */
  trouble = $state("");
  closed = false;
  private wire: Line | null = null;
  private attempts = 0;

  constructor(readonly id: string, public token: string, private readonly hearer: Hearer) {}

  open(): void {
    if (this.closed) return;
    if (this.token && isNew(this.id, this.token)) {
      void this.join();
      return;
    }
    if (!this.token) return this.refuse("This browser holds no seat there. Ask for a link to the table.");
    const wire: Line = transport.live(this.id, {
      // The token goes into the first message: addresses stand in the logs of proxies.
      open: () => {
        wire.send(JSON.stringify({ token: this.token, since: this.hearer.seen(), lines: 250 }));
        this.status = "open";
      },
      message: (text) => {
        const told = JSON.parse(text) as TableState & line.Told;
        this.attempts = 0; // not when it opens: a table with too many spectators closes it again
        if (!line.heard(told)) this.hearer.receive(told);
      },
      close: (code, reason) => {
        line.cut(this.id, wire);
        if (this.closed || wire !== this.wire) return;
        if (REFUSED.includes(code)) return this.refuse(reason || "This link does not open the table.");
        if (this.hearer.seen() < 0 && this.attempts > 1) void this.askState();
        if (this.status === "open" || this.attempts > 0) this.status = "lost";
        this.openLater();
      },
    });
    this.wire = wire;
    line.lay(this.id, wire);
  }

  close(): void {
    this.closed = true;
    this.wire?.close();
  }

  private openLater(): void {
    setTimeout(() => this.open(), Math.min(LONGEST_WAIT, 250 * 2 ** this.attempts++));
  }

  private refuse(why: string): void {
    this.status = "refused";
    this.trouble = why;
  }

  /** A link that was given to this browser may be an invitation: it is exchanged for a secret of our own. */
  private async join(): Promise<void> {
    try {
      this.token = await useLink(this.id, this.token);
    } catch (problem) {
      if (isFinal(problem)) return this.refuse(problem.message);
      this.status = "lost";
      return this.openLater();
    }
    this.open();
  }

  /** Why there is no connection, in a sentence, if the server has one. */
  private async askState(): Promise<void> {
    try {
      this.hearer.receive(await api.state(this.id, this.token));
    } catch (problem) {
      if (!isFinal(problem)) return;
      this.refuse(problem.message);
      this.close();
    }
  }
}

/** Whether to ask again would be of no use. */
function isFinal(problem: unknown): problem is Refused {
  return problem instanceof Refused && problem.status !== 0 && problem.status < 500;
}
