/** Counters that follow the pointer: taken up, carried over the map, and put where they are let go. */
import type { TableStore } from "./store.svelte";

interface At { clientX: number; clientY: number }

/** What the map knows. */
export interface Ground {
  placeAt: (at: At) => string;
  /** Whether the map itself lies there, and nothing over it. */
  covers: (at: At) => boolean;
  /** A counter has been taken up. */
  taken: () => void;
  /** It has been let go: the click that follows is part of it. */
  dropped: () => void;
}

/** Milliseconds for which a finger rests on a counter to take it up; one that moves earlier moves the map. */
const HOLD = 230;
/** Pixels by which a counter lies above the finger that carries it: there it can be seen, and there it is put. */
const LIFT = 46;
/** Pixels after which a pointer has really moved. */
const FAR = 8;

export class Carrying {
  carried = $state.raw<{ piece: string; x: number; y: number } | null>(null);
  /** The finger that has taken a counter up. */
  finger = -1;
  /** Let go of whatever is carried, without putting it anywhere. */
  stop: () => void = () => undefined;

  constructor(private readonly table: TableStore, private readonly ground: Ground) {}

  /** A counter follows the pointer once it has really moved; where it is let go, it is put. */
  grab(piece: string, event: PointerEvent, beside = false): void {
    const { table, ground } = this;
    const { pointerId, pointerType, button } = event;
    if (button !== 0 || !table.draggable(piece)) return;
    const start = { x: event.clientX, y: event.clientY };
    const from = table.view?.pieces.find((p) => p.id === piece)?.place ?? "";
    const lift = pointerType === "touch" ? LIFT : 0;
    let moving = false;
    const holds = lift > 0 && !beside && !this.isInHand(piece);
    const taken = () => {
      this.finger = pointerId;
      this.carried = { piece, x: start.x, y: start.y - lift };
    };
    const timer = holds ? window.setTimeout(taken, HOLD) : 0;
    if (lift && !holds) this.finger = pointerId;
    const moved = (e: PointerEvent) => {
      const far = Math.hypot(e.clientX - start.x, e.clientY - start.y) >= FAR;
      if (e.pointerId !== pointerId || (!moving && !far)) return;
      if (lift && this.finger !== pointerId) return stop(); // the map is moved
      if (!moving) table.inspected = []; // a longer press showed what it is
      if (!moving) this.takeUp(piece, from, start);
      moving = true;
      this.carried = { piece, x: e.clientX, y: e.clientY - lift };
      table.hoverPlace = ground.placeAt({ clientX: e.clientX, clientY: e.clientY - lift });
      table.hoverOffer = table.byPlace.get(table.hoverPlace)?.[0] ?? null;
    };
    const stop = () => {
      clearTimeout(timer);
      removeEventListener("pointermove", moved);
      removeEventListener("pointerup", dropped);
      removeEventListener("pointercancel", cancelled);
      this.carried = null;
      this.finger = -1;
    };
    const dropped = (e: PointerEvent) => {
      if (e.pointerId !== pointerId) return;
      if (moving) {
        ground.dropped();
        const at = { clientX: e.clientX, clientY: e.clientY - lift };
        this.letGo(ground.covers(at) ? ground.placeAt(at) : "", from, { x: at.clientX, y: at.clientY });
      }
      stop();
    };
    const cancelled = (e: PointerEvent) => { if (e.pointerId === pointerId) stop(); };
    addEventListener("pointermove", moved);
    addEventListener("pointerup", dropped);
    addEventListener("pointercancel", cancelled);
    this.stop = stop;
  }

  private isInHand(piece: string): boolean {
    return this.table.inHand && !!this.table.decision?.pieces.includes(piece);
  }

  private takeUp(piece: string, place: string, spot: { x: number; y: number }): void {
    this.ground.taken();
    this.table.fan = "";
    if (!this.isInHand(piece)) this.table.choose({ piece, place }, spot);
  }

  /** On a place where it may go it goes there; anywhere else it is put back. */
  private letGo(place: string, from: string, spot: { x: number; y: number }): void {
    const { table } = this;
    const put = () => {
      if (place && place !== from && table.byPlace.has(place)) table.choose({ place }, spot);
      else if (place && place !== from) table.refuse(place, spot);
      else table.back();
    };
    if (table.sending) table.keep(put, spot);
    else put();
  }
}
