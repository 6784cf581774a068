/**
 * Three pages: the lobby, the settings, and a table by its id. A server has an address for each; a site of static files
 * has one page, and says behind a `#` what it shows.
 */
import { keepToken, kept } from "./tokens";
import { transport } from "./transport";

interface At { table: string; token: string; settings: boolean }

function read(): At {
  if (transport.network) return { ...readTable(), settings: location.pathname === "/settings" };
  const table = /^#\/table\/([\w-]+)/.exec(location.hash)?.[1] ?? "";
  return { table, token: kept()[table]?.token ?? "", settings: location.hash === "#/settings" };
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

  /** The address of a page: `/`, `/settings`, `/table/<id>`. */
  href(path: string): string {
    return transport.network ? path : `#${path}`;
  }

  go(path: string): void {
    history.pushState(null, "", this.href(path));
    this.at = read();
    scrollTo(0, 0);
  }
}

export const router = new Router();
