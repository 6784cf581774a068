import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

// GROGNARD_SERVER is only for `npx vite`: where the running server is.
const server = process.env.GROGNARD_SERVER ?? "http://127.0.0.1:8000";

/** The unit symbols that the board uses, drawn by milsymbol now, so that nobody has to load all of milsymbol. */
function symbols(): Plugin {
  const name = "virtual:symbols";
  return {
    name: "unit-symbols",
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    async load(id) {
      if (id !== `\0${name}`) return;
      const parts = fileURLToPath(new URL("./node_modules/milsymbol/index.mjs", import.meta.url));
      const { ms, numberlandunit } = await import(parts);
      ms.addIcons(numberlandunit);
      const source = readFileSync(new URL("./src/lib/symbols.ts", import.meta.url), "utf-8");
      const codes = [...new Set([...source.matchAll(/"(\d{6})"/g)].map((found) => found[1]!))];
      const drawn = codes.map((code) => [code, draw(ms, `1003100000${code}0000`)]);
      return `export default ${JSON.stringify(Object.fromEntries(drawn))};`;
    },
  };
}

function draw(ms: { Symbol: new (sidc: string, options: object) => { asSVG(): string } }, sidc: string): string {
  return new ms.Symbol(sidc, { size: 100, padding: 0, strokeWidth: 8, infoFields: false, fillColor: "#b0ccc0" })
    .asSVG()
    .replace(/^[^]*?<svg[^>]*>/, "")
    .replace(/<\/svg>\s*$/, "")
    .replaceAll('stroke-width="3"', 'stroke-width="7"'); // legible on a counter of twenty pixels
}

export default defineConfig({
  plugins: [svelte(), symbols()],
  build: {
    outDir: "../src/grognard/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy allows no fonts in data addresses
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  server: { proxy: { "/api": { target: server, ws: true }, "/schema": server } },
});
