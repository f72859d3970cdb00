// The typefaces, cut down to the letters of the interface and the weights it uses: a quarter of what they weigh whole.
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import subset from "subset-font";
import type { Plugin } from "vite";

// Without `calt`, which would write 3x7 as 3×7 in a link.
const FEATURES = ["kern", "liga", "ccmp", "locl", "mark", "mkmk", "tnum"];
const FONTS = [
  { name: "sans", file: "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2", wght: { min: 400, max: 600 } },
  { name: "serif", file: "@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2", wght: 600 },
];

const range = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, k) => String.fromCodePoint(first + k)).join("");

/** Latin with the letters of Western Europe, and the signs that the page and the boards write. */
const LETTERS = range(0x20, 0x7e) + range(0xa0, 0xff) + "ŒœŠšŽžŸŁł–—‘’‚“”„…•−×½′″←→↑↓€";

/** Writes the cut typefaces into `folder`, from where the style sheet takes them. */
export function fonts(folder: string): Plugin {
  const require = createRequire(import.meta.url);
  return {
    name: "parlour-fonts",
    async buildStart() {
      await mkdir(folder, { recursive: true });
      for (const { name, file, wght } of FONTS) {
        const whole = await readFile(require.resolve(file));
        const wishes = { targetFormat: "woff2", keepFeatures: FEATURES, variationAxes: { wght }, noHinting: true } as const;
        const mark = createHash("sha256").update(whole).update(LETTERS + JSON.stringify(wishes)).digest("hex");
        const made = await readFile(`${folder}/${name}.txt`, "utf8").catch(() => "");
        if (made === mark) continue; // cut by an earlier build
        await writeFile(`${folder}/${name}.woff2`, await subset(whole, LETTERS, wishes));
        await writeFile(`${folder}/${name}.txt`, mark);
      }
    },
  };
}
