// The typefaces, subset to the characters and weights that the interface uses: a quarter of their full size.
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import subset from "subset-font";
import type { Plugin } from "vite";

// Only what the interface shows. `calt` would write 3x7 as 3×7 in a link, and `liga` would add glyphs for pairs of letters.
const FEATURES = ["kern", "tnum"];
const FONTS = [
  { name: "sans", of: "inter", wght: { min: 400, max: 600 } },
  { name: "serif", of: "source-serif-4", wght: 600 },
];

const FOLDER = "@fontsource-variable";
export const FONT_PACKAGES = FONTS.map(({ of }) => `${FOLDER}/${of}`);

const range = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, k) => String.fromCodePoint(first + k)).join("");

const SIGNS = "–—‘’‚“”„…•−×½′″←→↑↓€";

/** The characters of most pages, and those loaded only if a name needs them: other letters of Western Europe. */
const COMMON = range(0x20, 0x7e) + "\u00a0·ÄÖÜäöüßéèçñ" + SIGNS;
const LETTERS = {
  "": COMMON,
  "-more": [...range(0xa1, 0xff), ..."ŒœŠšŽžŸŁł"].filter((letter) => !COMMON.includes(letter)).join(""),
};

/** The characters as a style sheet's unicode-range. */
const unicodeRange = (letters: string): string =>
  [...letters].map((letter) => `U+${letter.codePointAt(0)!.toString(16)}`).join(",");

const face = (family: string, weight: string, file: string, letters: string): string => `@font-face {
  font-family: "${family}";
  font-display: swap;
  font-weight: ${weight};
  src: url("./${file}.woff2") format("woff2");
  unicode-range: ${unicodeRange(letters)};
}
`;

/** Writes the subset typefaces and their style sheet to `folder`, where the page loads them from. */
export function fonts(folder: string): Plugin {
  const require = createRequire(import.meta.url);
  return {
    name: "parlour-fonts",
    async buildStart() {
      await mkdir(folder, { recursive: true });
      const faces = [];
      for (const { name, of, wght } of FONTS) {
        const whole = await readFile(require.resolve(`${FOLDER}/${of}/files/${of}-latin-wght-normal.woff2`));
        const wishes = { targetFormat: "woff2", keepFeatures: FEATURES, variationAxes: { wght }, noHinting: true } as const;
        for (const [part, letters] of Object.entries(LETTERS)) {
          faces.push(face(`Parlour ${name}`, typeof wght === "number" ? `${wght}` : `${wght.min} ${wght.max}`, `${name}${part}`, letters));
          const mark = createHash("sha256").update(whole).update(letters + JSON.stringify(wishes)).digest("hex");
          const made = await readFile(`${folder}/${name}${part}.txt`, "utf8").catch(() => "");
          if (made === mark) continue; // made by an earlier build
          await writeFile(`${folder}/${name}${part}.woff2`, await subset(whole, letters, wishes));
          await writeFile(`${folder}/${name}${part}.txt`, mark);
        }
      }
      await writeFile(`${folder}/fonts.css`, faces.join(""));
    },
  };
}
