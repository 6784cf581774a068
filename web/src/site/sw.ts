/**
 * The service worker of a site: keeps its files for playing without a network, each checked by its hash.
 *
 * Every build has a cache of its own. A new build is fetched in the background and takes over with the next load of a
 * page when no other page shows the old one, so that no page ever mixes the two. Tables are not kept here.
 */
/// <reference lib="webworker" />
export {};
declare const self: ServiceWorkerGlobalScope;

interface Listed { sha256: string; group: string }
type Manifest = Record<string, Listed>;

/** Written by the builder: the hash of the manifest, which so is the name of this build. */
const BUILD = "BUILD-OF-THIS-SITE";
const MANIFEST = "files.json";
const PAGE = "index.html";
/** What is fetched at once; a game's files follow when it is played. */
const FIRST = ["page", "rules"];

/** A page that loads itself once more. A header `refresh` would not, behind a `#`. */
const AGAIN = '<!doctype html><title>Grognard</title><link rel="icon" href="data:,"><script>location.reload()</script>';

const scope = new URL(self.registration.scope);
const ours = `grognard ${scope.pathname} `;
const cacheName = ours + BUILD;
let manifest: Promise<Manifest> | null = null;

function address(path: string): string {
  return new URL(path, scope).href;
}

/** The files of this build. */
function listed(): Promise<Manifest> {
  manifest ??= (async () => {
    const kept = await (await caches.open(cacheName)).match(address(MANIFEST));
    if (kept) return (await kept.json()) as Manifest;
    const answer = await fetched(MANIFEST, BUILD);
    await (await caches.open(cacheName)).put(address(MANIFEST), answer.clone());
    return (await answer.json()) as Manifest;
  })();
  manifest.catch(() => (manifest = null));
  return manifest;
}

/** A file from the network, if it is the one that this build means. */
async function fetched(path: string, sha256: string): Promise<Response> {
  const answer = await fetch(address(path), { cache: "no-cache", credentials: "same-origin" });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const body = await answer.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  const hash = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (hash !== sha256) throw new Changed(path);
  const headers = new Headers({ "content-type": answer.headers.get("content-type") ?? "application/octet-stream" });
  return new Response(body, { headers });
}

class Changed extends Error {
  constructor(path: string) {
    super(`${path} is not the file of this version of the page: there is a newer one. Load the page anew.`);
  }
}

/** Keep the files of some groups that are not kept yet; those that an earlier build had are copied. */
async function keep(groups: string[]): Promise<void> {
  const files = await listed();
  const cache = await caches.open(cacheName);
  const kept = new Set((await cache.keys()).map((request) => request.url));
  const missing = Object.entries(files).filter(([path, { group }]) => groups.includes(group) && !kept.has(address(path)));
  const earlier = await earlierFiles();
  for (const [path, { sha256 }] of missing) {
    const copy = await earlier.get(sha256)?.();
    await cache.put(address(path), copy ?? (await fetched(path, sha256)));
  }
}

/** What earlier builds have kept, by its hash. */
async function earlierFiles(): Promise<Map<string, () => Promise<Response | undefined>>> {
  const found = new Map<string, () => Promise<Response | undefined>>();
  for (const name of await caches.keys()) {
    if (!name.startsWith(ours) || name === cacheName) continue;
    const cache = await caches.open(name);
    const files = (await (await cache.match(address(MANIFEST)))?.json()) as Manifest | undefined;
    for (const [path, { sha256 }] of Object.entries(files ?? {})) found.set(sha256, () => cache.match(address(path)));
  }
  return found;
}

/** A file of this build; from the network only if it is the right one. */
async function file(path: string, request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  const kept = await cache.match(address(path));
  if (kept) return kept;
  const { sha256 } = (await listed())[path] ?? {};
  if (!sha256) return fetch(request);
  try {
    const answer = await fetched(path, sha256);
    await cache.put(address(path), answer.clone());
    return answer;
  } catch (problem) {
    const [status, why] = problem instanceof Changed ? [409, problem.message] : [504, "This file was not kept, and there is no network."];
    return new Response(why, { status, headers: { "content-type": "text/plain; charset=utf-8" } });
  }
}

self.addEventListener("install", (event) => event.waitUntil(keep(FIRST)));

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    // The files of games that were kept before are kept again; then the old builds go, and nothing else does.
    const games = await groupsOfEarlier();
    await keep(games).catch(() => undefined);
    for (const name of await caches.keys()) if (name.startsWith(ours) && name !== cacheName) await caches.delete(name);
  })());
});

async function groupsOfEarlier(): Promise<string[]> {
  const groups = new Set<string>();
  for (const name of await caches.keys()) {
    if (!name.startsWith(ours) || name === cacheName) continue;
    const cache = await caches.open(name);
    const files = ((await (await cache.match(address(MANIFEST)))?.json()) ?? {}) as Manifest;
    const kept = new Set((await cache.keys()).map((request) => request.url));
    for (const [path, { group }] of Object.entries(files)) if (kept.has(address(path))) groups.add(group);
  }
  return [...groups];
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  event.respondWith((async () => {
    const path = decodeURIComponent(url.pathname.slice(scope.pathname.length)) || PAGE;
    if (request.mode === "navigate" && path === PAGE && (await takesOver())) {
      return new Response(AGAIN, { headers: { "content-type": "text/html" } });
    }
    return file(path, request);
  })());
});

/** Whether a newer build is ready and this is the only page: then it takes over, and the page is loaded from it. */
async function takesOver(): Promise<boolean> {
  const next = self.registration.waiting;
  if (!next || (await self.clients.matchAll({ type: "window" })).length > 1) return false;
  next.postMessage({ what: "take over" });
  return true;
}

self.addEventListener("message", (event) => {
  const said = event.data as { what: string; groups?: string[] };
  if (said.what === "take over") void self.skipWaiting();
  if (said.what === "keep") {
    const answer = (what: string, why = "") => event.source?.postMessage({ what, why, groups: said.groups });
    event.waitUntil(keep(said.groups ?? []).then(() => answer("kept"), (problem: unknown) => answer("not kept", String(problem))));
  }
});
