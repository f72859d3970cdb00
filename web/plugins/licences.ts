// The licences of all third-party code in the built page: a file beside the page, linked from its first screen.
import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

export const LICENCES = "licences.txt";
const FILE = /^(licen[cs]e|copying)(\.(md|txt))?$/i;
const RULE = "-".repeat(80);
const VITE_BUNDLES = /\n# Licenses of bundled dependencies\n[\s\S]*/; // Vite's own dependencies, which no page has in it

export interface Package {
  name: string;
  version: string;
  licence: string;
  text: string;
}

/** The package that a module comes from; undefined for our own. */
export function packageOf(id: string): string | undefined {
  const made = /^\0(vite|rolldown)\//.exec(id); // code that the build tools themselves add
  if (made) return made[1];
  const inside = id.replaceAll("\\", "/").split("/node_modules/").at(-1)!;
  return id.includes("node_modules") ? /^(@[^/]+\/)?[^/.][^/]*/.exec(inside)?.[0] : undefined;
}

/** A package's metadata, with the text of its licence; an Error if it has none. */
export async function readPackage(name: string, from: string): Promise<Package> {
  const folder = await folderOf(name, from);
  const { version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const file = (await readdir(folder)).find((other) => FILE.test(other));
  if (file === undefined || typeof license !== "string")
    throw new Error(`${name} is in the page, but its folder has no licence to go with it: put one into ${LICENCES}, or leave it out`);
  const text = (await readFile(join(folder, file), "utf8")).replaceAll("\r\n", "\n").replace(VITE_BUNDLES, "");
  return { name, version, licence: license, text: text.trim() };
}

async function folderOf(name: string, from: string): Promise<string> {
  for (const folder of createRequire(from).resolve.paths(name) ?? []) {
    const found = join(folder, name);
    if (await readFile(join(found, "package.json")).then(() => true, () => false)) return found;
  }
  throw new Error(`${name} is in the page, but not among the packages around ${dirname(from)}`);
}

export const licencesText = (packages: Package[]): string =>
  [
    "Parlour's page is made with the work of others. What of it is in the page, and on which terms:\n",
    ...packages.map(({ name, version, licence, text }) => `${name} ${version} (${licence})\n\n${text}\n`),
  ].join(`\n${RULE}\n\n`);

/** Writes the file; `also` names packages of which the page contains files other than modules. */
export function licences(also: readonly string[]): Plugin {
  return {
    name: "parlour-licences",
    async generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const found = chunks.flatMap((chunk) => chunk.moduleIds.map(packageOf)).filter((name) => name !== undefined);
      const names = [...new Set([...found, ...also])].sort();
      const packages = await Promise.all(names.map((name) => readPackage(name, import.meta.url)));
      this.emitFile({ type: "asset", fileName: LICENCES, source: licencesText(packages) });
    },
  };
}
