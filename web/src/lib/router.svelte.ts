/** Three pages: the lobby, the settings, and a table by its id. */
import { keepToken, kept } from "./tokens";

interface At { table: string; token: string; settings: boolean }

function read(): At {
  return { ...readTable(), settings: location.pathname === "/settings" };
}

function readTable(): { table: string; token: string } {
  const table = /^\/table\/([\w-]+)/.exec(location.pathname)?.[1] ?? "";
  if (!table) return { table: "", token: "" };
  const given = location.hash.slice(1);
  if (given) {
    keepToken(table, given);
    if (kept()[table]) history.replaceState(null, "", location.pathname);
    return { table, token: kept()[table]?.token ?? given };
  }
  return { table, token: kept()[table]?.token ?? "" };
}

class Router {
  at = $state.raw(read());

  constructor() {
    addEventListener("popstate", () => (this.at = read()));
    addEventListener("hashchange", () => (this.at = read()));
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.at = read();
    scrollTo(0, 0);
  }
}

export const router = new Router();
