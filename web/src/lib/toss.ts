/** Our part in the dice: fixed by its hash before anybody reveals one, and revealed when all are fixed. */
import { api } from "./api";
import { keepPart, keptPart } from "./tokens";
import type { TableState } from "./types";

const under = new Set<string>();

/**
 * Send what the table waits for. A player who gives a part of the seed keeps what was shown to him before he revealed it; gives
 * a sentence if that is no longer what the table shows.
 */
export async function takePart(id: string, token: string, state: TableState): Promise<string> {
  const { toss } = state;
  if (!toss?.party) return "";
  const mine = keptPart(id);
  if (toss.asks === "commitment" && !under.has(`${id} fix`)) {
    const part = mine?.part ?? madeUp();
    keepPart(id, { part, server: state.commitment, fixed: {} });
    await once(`${id} fix`, async () => api.toss(id, token, { commitment: await digest(`grognard part ${toss.party} ${part}`) }));
  } else if (toss.asks === "part" && mine && !under.has(`${id} tell`)) {
    if (mine.server !== state.commitment) return "The server has changed its seed since you added to it: do not trust these dice.";
    keepPart(id, { ...mine, fixed: Object.fromEntries(toss.parts.map((p) => [p.party, p.commitment])) });
    await once(`${id} tell`, () => api.toss(id, token, { part: mine.part }));
  } else if (mine && toss.settled) {
    const same = mine.server === state.commitment &&
      toss.parts.every((p) => mine.fixed[p.party] === p.commitment) &&
      toss.parts.some((p) => p.party === toss.party && p.part === mine.part);
    if (!same && Object.keys(mine.fixed).length > 0) return "The seed is not made of what was fixed before: do not trust these dice.";
  }
  return "";
}

async function once(name: string, call: () => Promise<unknown>): Promise<void> {
  under.add(name);
  try {
    await call();
  } catch (problem) {
    under.delete(name);
    throw problem;
  }
}

function madeUp(): string {
  return hex(crypto.getRandomValues(new Uint8Array(32)));
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}

/** SHA-256 of a text. Browsers keep theirs from pages without TLS, such as those of a server at home. */
export async function digest(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  if (globalThis.crypto.subtle) return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
  return sha256(bytes);
}

/** The first bits of the fractional parts of roots of primes: what SHA-256 is made of. */
function fractions(count: number, root: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
    if (prime) found.push(Math.floor((n ** (1 / root) % 1) * 2 ** 32));
  }
  return found;
}

export function sha256(bytes: Uint8Array): string {
  const k = fractions(64, 3);
  const h = fractions(8, 2);
  const blocks = (bytes.length + 8 >> 6) + 1;
  const padded = new Uint8Array(blocks * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  const turn = (x: number, n: number) => (x >>> n) | (x << (32 - n));
  const w = new Int32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) w[i] = view.getInt32(at + 4 * i);
      else {
        const [x, y] = [w[i - 15]!, w[i - 2]!];
        w[i] = w[i - 16]! + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + w[i - 7]! + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
      }
    }
    let [a, b, c, d, e, f, g, last] = h as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const one = (last + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + k[i]! + w[i]!) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [last, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, last].forEach((x, i) => (h[i] = (h[i]! + x) | 0));
  }
  return h.map((x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
}
