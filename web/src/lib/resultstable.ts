/** A results table out of the charts, ready to light a cell in. */
export interface ResultsTable {
  columns: string[];
  /** Each row by the number that the rules give it, as its die is called now, with its cells. */
  rows: { row: string; die: string; cells: string[] }[];
}

interface Page { kind: string; name: string; columns: string[]; heads: { when: string }[]; rows: { heads: string[]; cells: string[] }[] }

/** The table of that name; `state` says which of several columns of dice is the present one. */
export function resultsTable(charts: unknown, name: string, state: Record<string, unknown>): ResultsTable | null {
  const { pages } = (charts ?? {}) as { pages?: Page[] };
  if (pages) return fromPage(pages.find((p) => p.kind === "results" && p.name === name), state);
  const found = (charts as Record<string, { columns?: unknown; rows?: unknown }> | null)?.[name];
  if (!Array.isArray(found?.columns) || typeof found.rows !== "object" || found.rows === null || Array.isArray(found.rows)) return null;
  const rows = Object.entries(found.rows as Record<string, unknown[]>).sort(([a], [b]) => Number(a) - Number(b));
  return { columns: found.columns.map(String), rows: rows.map(([row, cells]) => ({ row, die: row, cells: cells.map(String) })) };
}

function fromPage(page: Page | undefined, state: Record<string, unknown>): ResultsTable | null {
  if (!page) return null;
  const now = page.heads.findIndex(({ when }) => {
    const [field, value] = when.split("=");
    return !!field && String(state[field] ?? "") === value;
  });
  return {
    columns: page.columns,
    // The first column of dice has the numbers of the rules.
    rows: page.rows.map(({ heads, cells }) => ({ row: heads[0] ?? "", die: heads[Math.max(0, now)] ?? "", cells })),
  };
}
