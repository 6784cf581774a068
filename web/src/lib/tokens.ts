/** The secret links this browser keeps: which token opens which table. */
import { api, Refused } from "./api";
import { home } from "../site/files";
import { prefs } from "./prefs.svelte";
import { transport } from "./transport";
import type { Opened } from "./types";

export interface Kept {
  token: string;
  /** A link that was opened here and has not been used yet, and the secret it is to be exchanged for. */
  link?: string;
  secret?: string;
  invites: Record<string, string>;
  spectator: string;
  touched: number;
  /** The step of a guided first turn; missing at other tables. */
  lesson?: number;
  /** The puzzle that the table began with; missing at other tables. */
  puzzle?: string;
  dice?: Part;
}

/** What this browser added to the seed of a table, and what it was shown before it revealed it. */
export interface Part {
  part: string;
  /** The hash of the server's secret. */
  server: string;
  /** The hashes of all parts. */
  fixed: Record<string, string>;
}

/** Sites in other folders of the same address have tables of their own. */
const KEY = transport.network ? "grognard.tables" : `grognard.tables ${new URL(home()).pathname}`;

/** What a browser that keeps nothing knows until its page is closed. */
let memory: Record<string, Kept> = {};

export function kept(): Record<string, Kept> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Kept>;
  } catch {
    return memory;
  }
}

function write(all: Record<string, Kept>): void {
  const newest = Object.entries(all).sort((a, b) => b[1].touched - a[1].touched).slice(0, 150);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    memory = Object.fromEntries(newest);
  }
}

export function keep(opened: Opened, lesson?: number): void {
  const { table, token, invites, spectator } = opened;
  write({ ...kept(), [table]: { token, invites, spectator, touched: Date.now(), lesson } });
}

/** A table that begins with a puzzle. */
export function keepPuzzle(opened: Opened, puzzle: string): void {
  keep(opened);
  const all = kept();
  write({ ...all, [opened.table]: { ...all[opened.table]!, puzzle } });
}

const SOLVED = "grognard.solved";

/** The puzzles that were solved in this browser. */
export function solved(): Set<string> {
  try {
    return new Set(JSON.parse(localStorage.getItem(SOLVED) ?? "[]") as string[]);
  } catch {
    return new Set();
  }
}

export function keepSolved(puzzle: string): void {
  try {
    localStorage.setItem(SOLVED, JSON.stringify([...solved().add(puzzle)]));
  } catch {
    // A browser that keeps nothing shows it as unsolved next time.
  }
}

/** How far a guided turn has been read; undefined when it is over. */
export function keepLesson(table: string, step: number | undefined): void {
  const all = kept();
  if (all[table]) write({ ...all, [table]: { ...all[table], lesson: step } });
}

export function keepToken(table: string, token: string): void {
  const all = kept();
  const before = all[table];
  if (before?.token === token) return;
  if (before?.link === token) return; // it has been exchanged
  write({ ...all, [table]: { token, link: token, secret: madeUp(), invites: {}, spectator: "", touched: Date.now() } });
}

export function keptPart(table: string): Part | undefined {
  return kept()[table]?.dice;
}

export function keepPart(table: string, dice: Part): void {
  const all = kept();
  const mine = all[table] ?? { token: "", invites: {}, spectator: "", touched: Date.now() };
  write({ ...all, [table]: { ...mine, dice } });
}

function madeUp(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}

/** Whether a token came with a link and has to be shown to the server first. */
export function isNew(table: string, token: string): boolean {
  return kept()[table]?.link === token && kept()[table]?.token === token;
}

/** Exchange an invitation for our own secret, which was made up and kept before: asking twice does no harm. */
export async function useLink(table: string, token: string): Promise<string> {
  const mine = kept()[table];
  if (!mine?.secret) return token;
  const joined = await api.join(table, token, mine.secret, prefs.name).catch((problem: unknown) => {
    if (!(problem instanceof Refused) || problem.status !== 400) throw problem;
    return api.join(table, token, mine.secret!, ""); // a name that is not good enough keeps nobody out
  });
  write({ ...kept(), [table]: { ...mine, token: joined.token, link: joined.token === token ? undefined : token } });
  return joined.token;
}

export function forget(table: string): void {
  const all = kept();
  delete all[table];
  write(all);
}

let publicUrl = "";

/** The address under which others reach the server, as the server knows it. */
export function setPublicUrl(url: string): void {
  publicUrl = url;
}

/** A link that gives its seat to the first who opens it. */
export function link(table: string, token: string): string {
  return `${publicUrl || location.origin}/table/${table}#${token}`;
}

/** Whether links lead nowhere but on this computer. */
export function onlyHere(): boolean {
  return !publicUrl && /^(localhost|127\.|\[?::1)/.test(location.hostname);
}
