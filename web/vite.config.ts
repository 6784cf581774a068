import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// GROGNARD_SERVER is only for `npx vite`: where the running server is.
const server = process.env.GROGNARD_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  base: "./", // a site of static files may lie in any folder
  worker: { format: "es" },
  build: {
    outDir: "../src/grognard/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy allows no fonts in data addresses
    modulePreload: { polyfill: false },
    target: "es2022",
    rollupOptions: {
      // The service worker of a site has the same name in every version.
      input: { index: "index.html", sw: "src/site/sw.ts" },
      output: { entryFileNames: (chunk) => (chunk.name === "sw" ? "sw.js" : "assets/[name]-[hash].js") },
    },
  },
  server: { proxy: { "/api": { target: server, ws: true }, "/help": server, "/schema": server } },
});
