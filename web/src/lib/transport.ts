/**
 * The way to whoever holds the tables: a server, or a worker of this page. `api`, `connection` and `line` go this way;
 * nothing else asks where the tables are, except to leave out what only a server can do.
 */
import { WorkerTransport } from "./worker-transport";

export interface Answer { status: number; kind: string; text: string }

/** What a live line reports. */
export interface LineEvents {
  open: () => void;
  message: (text: string) => void;
  close: (code: number, reason: string) => void;
}

/** The live connection of one table. */
export interface Line {
  readonly isOpen: boolean;
  send(text: string): void;
  close(): void;
}

export interface Transport {
  /** Whether others can come to the tables: invitations, spectators. */
  readonly network: boolean;
  /** Who does not answer if nobody does. */
  readonly silence: string;
  /** Ask something; with a body something may change. Fails if nobody answers. */
  request(path: string, body?: unknown): Promise<Answer>;
  live(table: string, events: LineEvents): Line;
  /** Where a file is that the interface names: `/api/games/x/picture`, `/help/index.html`. */
  address(path: string): string;
}

/** A server: requests over HTTP, a WebSocket for each table. */
export class HttpTransport implements Transport {
  readonly network = true;
  readonly silence = "The server does not answer.";

  async request(path: string, body?: unknown): Promise<Answer> {
    const answer = await fetch(path, body === undefined ? {} : {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: answer.status, kind: answer.headers.get("content-type") ?? "", text: await answer.text() };
  }

  live(table: string, events: LineEvents): Line {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${table}/live`);
    socket.onopen = () => events.open();
    socket.onmessage = (message) => events.message(message.data as string);
    socket.onclose = (event) => events.close(event.code, event.reason);
    return {
      get isOpen() { return socket.readyState === WebSocket.OPEN; },
      send: (text) => socket.send(text),
      close: () => socket.close(),
    };
  }

  address(path: string): string {
    return path;
  }
}

/** A page that holds its tables itself says so in its head. */
const here = document.querySelector('meta[name="grognard-tables"]')?.getAttribute("content") === "here";

export const transport: Transport = here ? new WorkerTransport() : new HttpTransport();
