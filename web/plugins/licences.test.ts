import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { licencesText, packageOf, readPackage } from "./licences.ts";

test("a module's package is found from its path", () => {
  expect(packageOf("/a/web/node_modules/svelte/src/index.js")).toBe("svelte");
  expect(packageOf("/a/web/node_modules/@some/thing/index.js?v=1")).toBe("@some/thing");
  expect(packageOf("/a/node_modules/one/node_modules/two/index.js")).toBe("two");
  expect(packageOf("C:\\web\\node_modules\\uqr\\dist\\index.mjs")).toBe("uqr");
  expect(packageOf("\0vite/preload-helper.js")).toBe("vite");
  expect(packageOf("\0rolldown/runtime.js")).toBe("rolldown");
});

test("our own modules belong to no package", () => {
  expect(packageOf("/a/web/src/main.ts")).toBeUndefined();
  expect(packageOf("/a/web/node_modules/.fonts/fonts.css")).toBeUndefined();
  expect(packageOf("/a/parlour/games/exago/web/Board.svelte")).toBeUndefined();
});

test("each package is listed with its version, licence and licence text", async () => {
  const uqr = await readPackage("uqr", import.meta.url);
  expect(uqr.licence).toBe("MIT");
  expect(licencesText([uqr])).toContain(`uqr ${uqr.version} (MIT)\n\n${uqr.text}`);
  expect((await readPackage("vite", import.meta.url)).text).not.toContain("bundled dependencies");
});

test("a package without a licence text fails the build", async () => {
  const folder = await mkdtemp(join(tmpdir(), "licences-"));
  await mkdir(join(folder, "node_modules", "bare"), { recursive: true });
  await writeFile(join(folder, "node_modules", "bare", "package.json"), '{ "version": "1.0.0", "license": "MIT" }');
  await expect(readPackage("bare", join(folder, "main.js"))).rejects.toThrow("bare is in the page, but its folder has no licence");
  await expect(readPackage("absent", join(folder, "main.js"))).rejects.toThrow("absent is in the page, but not among");
});
