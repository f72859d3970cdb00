import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const here = fileURLToPath(new URL(".", import.meta.url));
const games = fileURLToPath(new URL("../parlour/games", import.meta.url));

// The boards live with their games, outside of this folder.
export default defineConfig({
  plugins: [svelte()],
  resolve: { alias: { $web: `${here}src` } },
  server: { fs: { allow: [here, games] }, proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
  build: { outDir: "../parlour/server/static", emptyOutDir: true, assetsInlineLimit: 0 },
  test: { include: ["web/**/*.test.ts", "parlour/games/*/*.test.ts"], root: here, dir: `${here}..` },
});
