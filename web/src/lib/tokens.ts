/** The secret links this browser keeps: which token opens which table. */
import type { Opened } from "./types";

export interface Kept {
  token: string;
  invites: Record<string, string>;
  spectator: string;
  touched: number;
}

const KEY = "grognard.tables";

export function kept(): Record<string, Kept> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Kept>;
  } catch {
    return {};
  }
}

function write(all: Record<string, Kept>): void {
  const newest = Object.entries(all).sort((a, b) => b[1].touched - a[1].touched).slice(0, 150);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // A browser that keeps nothing can still play: the address holds the token.
  }
}

export function keep(opened: Opened): void {
  const { table, token, invites, spectator } = opened;
  write({ ...kept(), [table]: { token, invites, spectator, touched: Date.now() } });
}

export function keepToken(table: string, token: string): void {
  const all = kept();
  const before = all[table];
  if (before?.token === token) return;
  write({ ...all, [table]: { token, invites: {}, spectator: "", touched: Date.now() } });
}

export function forget(table: string): void {
  const all = kept();
  delete all[table];
  write(all);
}

/** A link that seats whoever opens it. */
export function link(table: string, token: string): string {
  return `${location.origin}/table/${table}#${token}`;
}
