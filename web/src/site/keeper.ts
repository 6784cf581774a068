/**
 * Tables in the browser's own database. Texts come from Python and go there; what they mean is known there
 * (src/grognard/site/browser/store.py). An update of the page never touches what is kept here.
 */

interface Row { seq: number }
interface Snapshot { seq: number; views: string }
interface Link { hash: string; role: string; seat: string }
interface Head { stored: { id: string } & Record<string, unknown>; links: Link[] }
interface Kept { head: Head; rows: Row[]; snapshots: Snapshot[] }
interface Change {
  rows?: Row[];
  snapshot?: Snapshot;
  values?: Record<string, unknown>;
  needs?: string;
  voids?: [string, string][];
  void?: string;
  adds?: Link[];
}

const VERSION = 1;
const STORES = ["heads", "rows", "snapshots"];

export class Keeper {
  private database: Promise<IDBDatabase> | null = null;
  private readonly others: BroadcastChannel;

  /** `name` tells sites apart that share an address; `wrote` hears what other windows write (0: look anew). */
  constructor(private readonly name: string, wrote: (table: string, seq: number) => void) {
    this.others = new BroadcastChannel(name);
    this.others.onmessage = ({ data }: MessageEvent<[string, number]>) => wrote(...data);
  }

  async heads(): Promise<string> {
    const all = await this.run("readonly", async (store) => answer<Head[]>(store("heads").getAll()));
    return JSON.stringify(all);
  }

  async read(table: string): Promise<string> {
    return this.run("readonly", async (store) => {
      const [head, rows, snapshots] = await Promise.all([
        answer<Head | undefined>(store("heads").get(table)),
        answer<Row[]>(store("rows").getAll(all(table))),
        answer<Snapshot[]>(store("snapshots").getAll(all(table))),
      ]);
      return head ? JSON.stringify({ head, rows, snapshots }) : "";
    });
  }

  async create(table: string, text: string): Promise<void> {
    const { head, rows } = JSON.parse(text) as Kept;
    await this.run("readwrite", async (store) => {
      store("heads").add(head, table);
      for (const row of rows) store("rows").add(row, [table, row.seq]);
    });
  }

  async commit(table: string, text: string): Promise<"done" | "taken" | "void"> {
    const change = JSON.parse(text) as Change;
    const rows = change.rows ?? [];
    const done = await this.run("readwrite", async (store) => {
      const head = await answer<Head | undefined>(store("heads").get(table));
      if (!head || (rows[0] && rows[0].seq !== (await last(store, table)) + 1)) return "taken";
      if (change.needs && !head.links.some((link) => link.hash === change.needs)) return "void";
      for (const row of rows) store("rows").add(row, [table, row.seq]);
      if (change.snapshot) await this.snapshot(store("snapshots"), table, change.snapshot);
      const gone = (link: Link) => link.hash === change.void || (change.voids ?? []).some(([role, seat]) => link.role === role && link.seat === seat);
      head.links = [...head.links.filter((link) => !gone(link)), ...(change.adds ?? [])];
      Object.assign(head.stored, change.values);
      store("heads").put(head, table);
      return "done";
    });
    if (done === "done" && rows.length > 0) this.others.postMessage([table, change.adds || change.voids ? 0 : rows.at(-1)!.seq]);
    return done;
  }

  async remove(table: string, seq: number): Promise<boolean> {
    const gone = await this.run("readwrite", async (store) => {
      if ((await last(store, table)) > seq) return false;
      store("heads").delete(table);
      store("rows").delete(all(table));
      store("snapshots").delete(all(table));
      return true;
    });
    if (gone) this.others.postMessage([table, 0]);
    return gone;
  }

  /** Only the last snapshot of a table keeps what each seat saw. */
  private async snapshot(store: IDBObjectStore, table: string, snapshot: Snapshot): Promise<void> {
    for (const old of await answer<Snapshot[]>(store.getAll(all(table)))) {
      if (old.views !== "{}") store.put({ ...old, views: "{}" }, [table, old.seq]);
    }
    store.put(snapshot, [table, snapshot.seq]);
  }

  /** Do work in one transaction; what it wrote is on the disk when this ends. */
  private async run<T>(mode: IDBTransactionMode, work: (store: (name: string) => IDBObjectStore) => Promise<T>): Promise<T> {
    const database = await (this.database ??= this.open());
    const transaction = database.transaction(STORES, mode, { durability: "strict" });
    const ended = new Promise<void>((done, failed) => {
      transaction.oncomplete = () => done();
      transaction.onabort = transaction.onerror = () => failed(transaction.error ?? new Error("the transaction was aborted"));
    });
    ended.catch(() => undefined); // it is waited for below
    try {
      const found = await work((name) => transaction.objectStore(name));
      await ended;
      return found;
    } catch (problem) {
      try {
        transaction.abort();
      } catch {
        // it has ended
      }
      throw problem;
    }
  }

  private open(): Promise<IDBDatabase> {
    const opening = new Promise<IDBDatabase>((done, failed) => {
      const request = indexedDB.open(this.name, VERSION);
      request.onupgradeneeded = () => STORES.forEach((name) => request.result.createObjectStore(name));
      request.onsuccess = () => {
        request.result.onversionchange = () => request.result.close();
        request.result.onclose = () => (this.database = null);
        done(request.result);
      };
      request.onerror = () => {
        const newer = request.error?.name === "VersionError";
        failed(newer ? new Error("a newer version of this page has used them; load the page anew") : request.error);
      };
    });
    opening.catch(() => (this.database = null));
    return opening;
  }
}

function answer<T>(request: IDBRequest): Promise<T> {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result as T);
    request.onerror = () => failed(request.error);
  });
}

/** Everything of one table. */
function all(table: string): IDBKeyRange {
  return IDBKeyRange.bound([table, 0], [table, Infinity]);
}

/** The number of a table's last row. */
async function last(store: (name: string) => IDBObjectStore, table: string): Promise<number> {
  const cursor = await answer<IDBCursor | null>(store("rows").openKeyCursor(all(table), "prev"));
  return cursor ? (cursor.key as [string, number])[1] : 0;
}
