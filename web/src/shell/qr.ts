// A QR code as one SVG path, one unit for each module.
import { encode } from "uqr";

export interface QrDrawing {
  /** Width and height, with the quiet edge that readers need. */
  size: number;
  path: string;
}

const QUIET = 3;

/** Dark modules of a row that touch are one bar. */
export function pathOf(rows: boolean[][]): string {
  return rows
    .map((row, y) =>
      row
        .map((isDark, x) => {
          if (!isDark || row[x - 1]) return "";
          const end = row.indexOf(false, x);
          return `M${x} ${y}h${(end < 0 ? row.length : end) - x}v1H${x}z`;
        })
        .join(""),
    )
    .join("");
}

export function qrOf(text: string): QrDrawing {
  const { size, data } = encode(text, { ecc: "M", border: QUIET });
  return { size, path: pathOf(data) };
}
