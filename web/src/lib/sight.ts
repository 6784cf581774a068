/**
 * Where the map is looked at, and why. No picture and no pointer in here: sizes in, a place to look at out.
 *
 * - A phase opens on what it is about: all of it if its counters can then be read, else where most of it lies.
 * - Within a phase the map stays where the player has put it, unless what is asked is out of sight or too small to know;
 *   of what is asked again and again, a part in sight will do.
 * - What others did is followed from step to step, and the map stays still where the next step is in sight anyway.
 */
import type { Box, Point } from "./geometry";

/** Pixels: what is printed on a counter can be read from here on. */
export const READABLE = 11;
/** Pixels: counters below this can hardly be told apart. */
const TINY = 20;
/** Pixels: counters need not be larger than this. */
const COMFORTABLE = 64;
/** So few places should all be seen. */
const FEW = 10;

/** What there is to look at. */
export interface Ground {
  anchor(place: string): Point | null;
  bounds(places: Iterable<string>): Box | null;
  /** The side of a counter in picture units. */
  readonly counter: number;
  readonly width: number;
  readonly height: number;
}

/** The part of the window that nothing covers, in pixels, and corners in it that are covered. */
export interface Pane { width: number; height: number; head: number; foot: number; corners: Box[] }

/** The point of the picture that is in the middle of the pane, and the scale. */
export interface Look { x: number; y: number; k: number }

/** What a question is about. */
export interface Asked {
  /** What can be chosen, and what it is about. */
  places: string[];
  /** Where the unit in hand is. */
  hand: string;
  /** Whether a phase begins with it, or another player sits down. */
  fresh: boolean;
  /** Whether the same was asked before in this phase: "which hex next?" is answered where the player is looking. */
  again?: boolean;
  /** Where units are, for questions about nothing on the map. */
  stacks: string[];
}

/** How large printed values are in parts of the counter's side, by their usual length. */
export function valueSize(values: string[]): number {
  const lengths = values.filter(Boolean).map((v) => v.length).sort((a, b) => a - b);
  const usual = lengths[Math.floor(lengths.length * 0.6)] ?? 5;
  return usual > 8 ? 0.18 : usual > 6 ? 0.2 : 0.26;
}

/** The scale from which on counters can be read. */
export function legible(ground: Ground, valuePart: number): number {
  return READABLE / (valuePart * ground.counter);
}

function inner(pane: Pane): [number, number] {
  return [pane.width, pane.height - pane.head - pane.foot];
}

/** The largest scale at which a box fits into the pane. */
export function fitting(box: Box, pane: Pane, margin = 30): number {
  const [width, height] = inner(pane);
  return Math.min((width - 2 * margin) / box.width, (height - 2 * margin) / box.height);
}

export function toScreen(look: Look, pane: Pane, [x, y]: Point): Point {
  return [(x - look.x) * look.k + pane.width / 2, (y - look.y) * look.k + (pane.height + pane.head - pane.foot) / 2];
}

/** Whether a place is in sight, and not below a corner. */
export function sees(look: Look, pane: Pane, at: Point, margin = 24): boolean {
  const [x, y] = toScreen(look, pane, at);
  const inside = x > margin && x < pane.width - margin && y > pane.head + margin && y < pane.height - pane.foot - margin;
  return inside && !pane.corners.some((c) => x > c.x - 12 && x < c.x + c.width + 12 && y > c.y - 12 && y < c.y + c.height + 12);
}

/** Where to look for a question; null to stay. */
export function forQuestion(ground: Ground, pane: Pane, now: Look, asked: Asked, readable: number): Look | null {
  const places = asked.places.filter((p) => ground.anchor(p));
  if (places.length === 0) return asked.fresh ? openOn(ground, pane, asked.stacks, "", readable) : null;
  if (asked.fresh) return openOn(ground, pane, places, asked.hand, readable);
  const few = places.length <= FEW;
  // Few of them, or where the unit in hand can go, should also be large enough to know them.
  const tiny = now.k * ground.counter < TINY && (few || asked.hand !== "");
  const seen = places.filter((p) => sees(now, pane, ground.anchor(p)!)).length;
  if (!tiny && asked.again && asked.hand === "" && seen > 0) return null;
  if (!tiny && (few ? seen === places.length : seen >= Math.min(30, places.length / 4))) return null;
  const k = tiny ? readable : Math.min(now.k, readable);
  const box = ground.bounds(places)!;
  // Few that lie too far apart to be known together are looked for where most of them are, rather near than far.
  if (fitting(box, pane) >= (few ? Math.min(k, readable) * 0.7 : k)) return whole(box, places, ground, pane, Math.max(now.k, readable));
  return thick(ground, pane, places, k, ground.anchor(asked.hand), [now.x, now.y]);
}

/** A phase opens: all of it if it can be read, else where most of it lies, near the unit in hand. */
function openOn(ground: Ground, pane: Pane, places: string[], hand: string, readable: number): Look {
  const box = ground.bounds(places);
  if (!box) return { x: ground.width / 2, y: ground.height / 2, k: fitting({ x: 0, y: 0, width: ground.width, height: ground.height }, pane, 8) };
  if (fitting(box, pane) >= readable) return whole(box, places, ground, pane, Math.max(COMFORTABLE / ground.counter, readable));
  return thick(ground, pane, places, readable, ground.anchor(hand), null);
}

/** Where to look for a step of a story or of a replay; null to stay. */
export function forStep(ground: Ground, pane: Pane, now: Look, places: string[], readable: number): Look | null {
  const known = places.filter((p) => ground.anchor(p));
  const box = ground.bounds(known);
  if (!box) return null;
  const large = now.k >= readable * 0.8;
  if (large && known.every((p) => sees(now, pane, ground.anchor(p)!, 44))) return null;
  const k = Math.max(readable * 0.8, Math.min(now.k, readable * 1.5));
  // A long way is shown as a whole even if counters become smaller.
  return whole(box, known, ground, pane, k);
}

/** All of a box, not larger than a scale, moved up if one of its places would lie below a corner. */
function whole(box: Box, places: string[], ground: Ground, pane: Pane, largest: number): Look {
  const look = { x: box.x + box.width / 2, y: box.y + box.height / 2, k: Math.min(largest, fitting(box, pane)) };
  const under = { ...pane, foot: Math.max(pane.foot, ...pane.corners.map((c) => pane.height - c.y)) };
  const covered = places.some((p) => { const at = ground.anchor(p); return at && !sees(look, pane, at, 0); });
  if (!covered || under.foot === pane.foot || under.foot > pane.height * 0.6) return look;
  const k = Math.min(largest, fitting(box, under));
  // What is the middle of the lower pane lies below the middle of the whole one.
  return { x: look.x, y: look.y + (under.foot - pane.foot) / 2 / k, k };
}

/** The window of that scale which shows most of the places, with the unit in hand, rather near than far. */
function thick(ground: Ground, pane: Pane, places: string[], k: number, hand: Point | null, near: Point | null): Look {
  const [width, height] = inner(pane);
  const [w, h] = [width / k, height / k];
  const anchors = places.flatMap((p) => { const at = ground.anchor(p); return at ? [at] : []; });
  let best: Point[] = [];
  let most = 0;
  const stride = Math.ceil(anchors.length / 60);
  for (let i = 0; i < anchors.length; i += stride) {
    const [x, y] = anchors[i]!;
    const inside = ([u, v]: Point) => Math.abs(u - x) < w * 0.45 && Math.abs(v - y) < h * 0.45;
    const there = anchors.filter(inside);
    const far = near ? Math.hypot(x - near[0], y - near[1]) / (w * 10) : 0;
    const worth = (there.length + (hand && inside(hand) ? anchors.length : 0)) * (1 - Math.min(0.5, far));
    if (worth > most) [best, most] = [there, worth];
  }
  const middle = (i: 0 | 1) => (Math.min(...best.map((p) => p[i])) + Math.max(...best.map((p) => p[i]))) / 2;
  return { x: middle(0), y: middle(1), k };
}
