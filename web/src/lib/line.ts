/** Acting over the live connection: cheaper than a request, with the same ids, so that it can go by request if the line is cut. */
import { transport, type Line } from "./transport";
import type { Said } from "./types";

interface Waiting { said: Said; done: () => void; failed: (status: number, detail: string, rule: string) => void }

/** What a message may hold besides a state. */
export interface Told { acks?: string[]; refused?: string; status?: number; detail?: string; rule?: string }

const lines = new Map<string, Line>();
const waiting = new Map<string, Waiting>();

/** The live connection of a table. */
export function lay(table: string, line: Line): void {
  lines.set(table, line);
}

/** A live connection has ended. */
export function cut(table: string, line: Line): void {
  if (lines.get(table) !== line) return;
  lines.delete(table);
  // Nobody knows what became of these: they are sent again by request.
  for (const [id, one] of waiting) {
    waiting.delete(id);
    one.failed(0, transport.silence, "");
  }
}

/** Whether something can be said now. */
export function open(table: string): boolean {
  return lines.get(table)?.isOpen ?? false;
}

/** Say it, and wait until it is done. */
export function say(table: string, said: Said, problem: (status: number, detail: string, rule: string) => Error): Promise<void> {
  return new Promise((done, failed) => {
    waiting.set(said.client_id, { said, done, failed: (status, detail, rule) => failed(problem(status, detail, rule)) });
    lines.get(table)!.send(JSON.stringify(said));
  });
}

/** Take note of a message: true if it was a refusal and no state. */
export function heard(message: Told): boolean {
  for (const id of message.acks ?? []) {
    waiting.get(id)?.done();
    waiting.delete(id);
  }
  if (message.refused === undefined) return false;
  waiting.get(message.refused)?.failed(message.status ?? 400, message.detail ?? "", message.rule ?? "");
  waiting.delete(message.refused);
  return true;
}
