/** Tables in a worker of this page. Games, pictures and texts are files beside the page; the worker answers the rest. */
import { fileOf, unpacked } from "../site/files";
import type { LineEvent } from "../site/messages";
import { keepGame, keepOffline } from "../site/offline";
import { workshop } from "../site/workshop.svelte";
import type { Answer, Line, LineEvents, Transport } from "./transport";

/** The code with which a line ends whose worker has gone: the client opens another. */
const GONE = 1012;

export class WorkerTransport implements Transport {
  readonly network = false;
  readonly silence = "The rules in this page do not answer.";
  private lines = new Map<number, { events: LineEvents; open: boolean }>();
  private last = 0;

  constructor() {
    // The lobby can be looked at while the rules come. What came is kept afterwards, so that nothing comes twice.
    addEventListener("load", () => void workshop.start().then(keepOffline, keepOffline));
    workshop.hear((heard) => {
      if (heard.what === "line") this.heard(heard.line, heard.event, heard.text, heard.code);
      else for (const line of [...this.lines.keys()]) this.heard(line, "close", "", GONE);
    });
  }

  async request(path: string, body?: unknown): Promise<Answer> {
    if (body !== undefined) return workshop.ask(path, body);
    const file = fileOf(path);
    const game = /^\/api\/games\/([\w-]+)$/.exec(path)?.[1];
    if (game) keepGame(game); // whose catalog is asked for is being played
    const answer = await fetch(file);
    const text = await new Response(answer.ok ? unpacked(answer) : answer.body).text();
    return { status: answer.status, kind: file.includes(".json") ? "json" : "text", text };
  }

  live(table: string, events: LineEvents): Line {
    const number = ++this.last;
    const line = { events, open: false };
    this.lines.set(number, line);
    const say = (event: LineEvent, text: string) =>
      void workshop.line(number, event, text).catch(() => this.heard(number, "close", "", GONE));
    say("open", table);
    return {
      get isOpen() { return line.open; },
      send: (text) => say("message", text),
      close: () => {
        line.open = false;
        say("close", "");
      },
    };
  }

  address(path: string): string {
    return fileOf(path);
  }

  private heard(number: number, event: LineEvent, text: string, code: number): void {
    const line = this.lines.get(number);
    if (!line) return;
    if (event === "message") return line.events.message(text);
    line.open = event === "open";
    if (event === "open") return line.events.open();
    this.lines.delete(number);
    line.events.close(code, text);
  }
}
