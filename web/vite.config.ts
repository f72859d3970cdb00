import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { FONT_PACKAGES, fonts } from "./plugins/fonts.ts";
import { licences } from "./plugins/licences.ts";
import { rules } from "./plugins/rules.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const cut = `${here}node_modules/.fonts`;
const games = fileURLToPath(new URL("../parlour/games", import.meta.url));

// What most screens share, in one file: many small ones would be compressed badly.
const kit = { name: "kit", test: /web\/src\/board-kit/, minShareCount: 4 };

// The boards live with their games, outside of this folder.
export default defineConfig({
  plugins: [svelte(), rules(), fonts(cut), licences(FONT_PACKAGES)],
  resolve: { alias: { $web: `${here}src`, $fonts: cut } },
  server: { fs: { allow: [here, games] }, proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
  build: {
    outDir: "../parlour/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: [kit] } } },
  },
  test: { include: ["web/src/**/*.test.ts", "web/plugins/*.test.ts", "parlour/games/*/web/*.test.ts"], root: here, dir: `${here}..` },
});
