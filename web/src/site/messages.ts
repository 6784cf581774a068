/** What a page and its first worker say to each other. */

export type LineEvent = "open" | "message" | "close";

export type ToWorker =
  | { what: "start"; base: string; sizes: Record<string, number>; games: string[] }
  | { what: "ask"; id: number; path: string; body: string }
  | { what: "line"; line: number; event: LineEvent; text: string }
  | { what: "ping" };

export type FromWorker =
  | { what: "progress"; loaded: number; total: number }
  | { what: "ready" }
  | { what: "failed"; why: string }
  | { what: "answer"; id: number; status: number; kind: string; text: string }
  | { what: "line"; line: number; event: LineEvent; text: string; code: number }
  | { what: "pong" };
