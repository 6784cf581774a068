import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// GROGNARD_SERVER is only for `npx vite`: where the running server is.
const server = process.env.GROGNARD_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/grognard/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0, // the content security policy allows no fonts in data addresses
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  server: { proxy: { "/api": { target: server, ws: true }, "/help": server, "/schema": server } },
});
