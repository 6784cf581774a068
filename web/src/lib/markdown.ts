/** The little Markdown that the guides use, as blocks and spans: nothing of it becomes markup by itself. */
export type Span = { kind: "text" | "bold" | "italic" | "code"; text: string };
export type Block =
  | { kind: "heading"; level: number; spans: Span[] }
  | { kind: "text"; spans: Span[] }
  | { kind: "list"; ordered: boolean; items: Span[][] }
  | { kind: "table"; head: Span[][]; rows: Span[][][] };

const SPAN = /\*\*(.+?)\*\*|(?<![\w*])\*([^*]+)\*|`([^`]+)`|\[([^\]]+)\]\([^)]*\)/g;

export function spans(line: string): Span[] {
  const found: Span[] = [];
  let at = 0;
  for (const m of line.matchAll(SPAN)) {
    if (m.index > at) found.push({ kind: "text", text: line.slice(at, m.index) });
    if (m[1]) found.push({ kind: "bold", text: m[1] });
    else if (m[2]) found.push({ kind: "italic", text: m[2] });
    else if (m[3]) found.push({ kind: "code", text: m[3] });
    else found.push({ kind: "text", text: m[4]! });
    at = m.index + m[0].length;
  }
  if (at < line.length) found.push({ kind: "text", text: line.slice(at) });
  return found;
}

const cells = (line: string) => line.replace(/^\||\|$/g, "").split("|").map((c) => spans(c.trim()));

export function blocks(text: string): Block[] {
  const found: Block[] = [];
  for (const part of text.split(/\n\s*\n/)) {
    const lines = part.split("\n").filter((l) => l.trim());
    let rest: string[] = [];
    const flush = () => {
      if (rest.length > 0) found.push({ kind: "text", spans: spans(rest.join(" ")) });
      rest = [];
    };
    for (let i = 0; i < lines.length; i++) {
      const line = lines[i]!;
      const heading = /^(#+)\s+(.*)/.exec(line);
      const item = /^\s*([-*]|\d+\.)\s+(.*)/.exec(line);
      if (heading) {
        flush();
        found.push({ kind: "heading", level: heading[1]!.length, spans: spans(heading[2]!) });
      } else if (line.startsWith("|")) {
        flush();
        const rows = lines.slice(i).filter((l) => l.startsWith("|"));
        const body = rows.slice(1).filter((l) => !/^\|[\s|:-]+$/.test(l));
        found.push({ kind: "table", head: cells(line), rows: body.map(cells) });
        i += rows.length - 1;
      } else if (item) {
        flush();
        const items: string[] = [item[2]!];
        while (i + 1 < lines.length && !/^(#|\|)/.test(lines[i + 1]!)) {
          const next = /^\s*([-*]|\d+\.)\s+(.*)/.exec(lines[++i]!);
          if (next) items.push(next[2]!);
          else items[items.length - 1] += ` ${lines[i]!.trim()}`;
        }
        found.push({ kind: "list", ordered: /\d/.test(item[1]!), items: items.map(spans) });
      } else rest.push(line.trim());
    }
    flush();
  }
  return found;
}
