/** Places as polygons in picture units: which one is here, which one lies that way. */
import type { Catalog, PlaceInfo } from "./types";

export type Point = readonly [number, number];
export interface Box { x: number; y: number; width: number; height: number }

export class Atlas {
  readonly byId = new Map<string, PlaceInfo>();
  /** The side of a square as large as the middling place. */
  readonly unit: number;
  /** The side of a counter. */
  readonly counter: number;
  readonly width: number;
  readonly height: number;

  constructor(readonly catalog: Catalog) {
    this.width = catalog.width;
    this.height = catalog.height;
    for (const place of catalog.places) this.byId.set(place.id, place);
    const sizes = catalog.places.map((p) => Math.sqrt(area(p.outline as Point[]))).sort((a, b) => a - b);
    this.unit = sizes[Math.floor(sizes.length / 2)] || 100;
    this.counter = this.unit * 0.66;
  }

  anchor(id: string): Point | null {
    return (this.byId.get(id)?.anchor as Point | undefined) ?? null;
  }

  /** The place at a point of the picture. */
  at(x: number, y: number): PlaceInfo | null {
    for (const place of this.catalog.places) {
      const [ax, ay] = place.anchor as Point;
      if (this.catalog.kind === "hex" && Math.abs(ax - x) + Math.abs(ay - y) > this.unit * 2) continue;
      if (inside(place.outline as Point[], x, y)) return place;
    }
    return null;
  }

  /** The nearest place in a direction (dx, dy), for the arrow keys. */
  step(from: string, dx: number, dy: number): string {
    const start = this.anchor(from);
    if (!start) return from;
    let best = from;
    let least = Infinity;
    for (const place of this.catalog.places) {
      const [x, y] = place.anchor as Point;
      const along = (x - start[0]) * dx + (y - start[1]) * dy;
      const aside = Math.abs((x - start[0]) * dy - (y - start[1]) * dx);
      if (along <= this.unit * 0.3) continue;
      const far = along + aside * 1.6;
      if (far < least) {
        least = far;
        best = place.id;
      }
    }
    return best;
  }

  /** What holds all these places. */
  bounds(ids: Iterable<string>): Box | null {
    let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const id of ids) {
      for (const [x, y] of (this.byId.get(id)?.outline ?? []) as Point[]) {
        [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x), Math.max(y1, y)];
      }
    }
    return x1 < x0 ? null : { x: x0, y: y0, width: x1 - x0, height: y1 - y0 };
  }
}

export function outlinePath(place: PlaceInfo | undefined): string {
  return place ? `M${place.outline.map((p) => p.join(" ")).join("L")}Z` : "";
}

function area(points: Point[]): number {
  let twice = 0;
  points.forEach(([x, y], i) => {
    const [u, v] = points[(i + 1) % points.length]!;
    twice += x * v - u * y;
  });
  return Math.abs(twice) / 2;
}

function inside(points: Point[], x: number, y: number): boolean {
  let odd = false;
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    const [xi, yi] = points[i]!;
    const [xj, yj] = points[j]!;
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) odd = !odd;
  }
  return odd;
}

/** A way that ends so much earlier: at the edge of the counter instead of its middle. */
export function shortened(points: Point[], less: number): Point[] {
  const found = [...points];
  while (found.length > 1) {
    const [a, b] = [found.at(-2)!, found.at(-1)!];
    const far = Math.hypot(b[0] - a[0], b[1] - a[1]);
    if (far > less) {
      const t = 1 - less / far;
      return [...found.slice(0, -1), [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]];
    }
    less -= far;
    found.pop();
  }
  return points.length > 1 ? [points[0]!, middle(points[0]!, points.at(-1)!)] : points;
}

function middle(a: Point, b: Point): Point {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}

/** The point that lies a part of the way along. */
export function along(points: Point[], part: number): Point {
  const legs = points.slice(1).map((p, i) => Math.hypot(p[0] - points[i]![0], p[1] - points[i]![1]));
  let left = legs.reduce((sum, leg) => sum + leg, 0) * part;
  for (const [i, leg] of legs.entries()) {
    if (left <= leg) {
      const [a, b, t] = [points[i]!, points[i + 1]!, leg ? left / leg : 0];
      return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
    }
    left -= leg;
  }
  return points.at(-1)!;
}

/** A cross where a unit was lost: over the place, or beside a counter that stands there now. */
export function lossMark([x, y]: Point, counter: number, occupied: boolean): string {
  const [far, half] = occupied ? [counter * 0.66, counter * 0.13] : [0, counter * 0.36];
  const [u, v] = [x - far, y + far];
  return `M${u - half} ${v - half}l${2 * half} ${2 * half}m0 ${-2 * half}l${-2 * half} ${2 * half}`;
}
