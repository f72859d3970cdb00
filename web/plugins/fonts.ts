// The typefaces, cut down to the letters of the interface and the weights it uses: a quarter of what they weigh whole.
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import subset from "subset-font";
import type { Plugin } from "vite";

// Without `calt`, which would write 3x7 as 3×7 in a link.
const FEATURES = ["kern", "liga", "ccmp", "locl", "mark", "mkmk", "tnum"];
const FONTS = [
  { name: "sans", of: "inter", title: "Inter", wght: { min: 400, max: 600 } },
  { name: "serif", of: "source-serif-4", title: "Source Serif 4", wght: 600 },
];

const PACKAGES = "@fontsource-variable";
const LICENCE = "fonts-licence.txt"; // beside the page, as their licence asks

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
      for (const { name, of, wght } of FONTS) {
        const whole = await readFile(require.resolve(`${PACKAGES}/${of}/files/${of}-latin-wght-normal.woff2`));
        const wishes = { targetFormat: "woff2", keepFeatures: FEATURES, variationAxes: { wght }, noHinting: true } as const;
        const mark = createHash("sha256").update(whole).update(LETTERS + JSON.stringify(wishes)).digest("hex");
        const made = await readFile(`${folder}/${name}.txt`, "utf8").catch(() => "");
        if (made === mark) continue; // cut by an earlier build
        await writeFile(`${folder}/${name}.woff2`, await subset(whole, LETTERS, wishes));
        await writeFile(`${folder}/${name}.txt`, mark);
      }
    },
    async generateBundle() {
      const parts = await Promise.all(
        FONTS.map(async ({ name, of, title }) => {
          const licence = await readFile(require.resolve(`${PACKAGES}/${of}/LICENSE`), "utf8");
          return `${name}: cut from ${title}\n\n${licence.trim()}\n`;
        }),
      );
      this.emitFile({ type: "asset", fileName: LICENCE, source: parts.join(`\n${"-".repeat(80)}\n\n`) });
    },
  };
}
