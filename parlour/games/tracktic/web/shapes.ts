// The outlines of jigsaw pieces, around 0,0, and the lines through them.
import type { Message } from "$web/api";
import type { Point } from "$web/board-kit/geometry";
import { message, say, sayCount } from "$web/message";
import { STEP } from "./layout";

// A tab as a curve along a side of length 1: how far along, how far out.
const TAB: [number, number][] = [
  [0.4, 0],
  [0.45, 0.05],
  [0.33, 0.1],
  [0.37, 0.17],
  [0.41, 0.25],
  [0.59, 0.25],
  [0.63, 0.17],
  [0.67, 0.1],
  [0.55, 0.05],
  [0.6, 0],
];
const CORNERS: [number, number][] = [
  [-0.5, -0.5],
  [0.5, -0.5],
  [0.5, 0.5],
  [-0.5, 0.5],
];
const ALONG: [number, number][] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];
const BEND = 0.06; // how round the corners are

function drawn(sides: number | null): string {
  const at = (x: number, y: number): string => `${(STEP * x).toFixed(2)},${(STEP * y).toFixed(2)}`;
  let path = `M${at(-0.5 + BEND, -0.5)}`;
  CORNERS.forEach(([cx, cy], side) => {
    const [ax, ay] = ALONG[side]!;
    if (sides !== null) {
      const out = sides & (1 << side) ? 1 : -1;
      const curve = TAB.map(([t, o]) => at(cx + ax * t + ay * out * o, cy + ay * t - ax * out * o));
      const [a, b, c, d, e, f, g, h, i, j] = curve;
      path += `L${a}C${b} ${c} ${d}C${e} ${f} ${g}C${h} ${i} ${j}`;
    }
    const [ex, ey] = [cx + ax, cy + ay];
    const [bx, by] = ALONG[(side + 1) % 4]!;
    path += `L${at(ex - BEND * ax, ey - BEND * ay)}Q${at(ex, ey)} ${at(ex + BEND * bx, ey + BEND * by)}`;
  });
  return path + "Z";
}

const OUTLINES = Array.from({ length: 16 }, (_, sides) => drawn(sides));
const PLAIN = drawn(null);

/** A piece by its tabs (north 1, east 2, south 4, west 8); null is a plain square. */
export const outline = (sides: number | null): string => (sides === null ? PLAIN : OUTLINES[sides]!);

/** One piece of each shape, in the order of a rack, and its name. */
export const SHAPES: { sides: number; name: Message }[] = [
  { sides: 0, name: message("no tab") },
  { sides: 1, name: message("one tab") },
  { sides: 3, name: message("two tabs side by side") },
  { sides: 5, name: message("two opposite tabs") },
  { sides: 7, name: message("three tabs") },
  { sides: 15, name: message("four tabs") },
];

/** The shape of a piece with these tabs, as its place on a rack. */
export function shapeOf(sides: number): number {
  const tabs = [1, 2, 4, 8].filter((side) => sides & side).length;
  return tabs < 2 ? tabs : tabs > 2 ? tabs + 1 : sides === 5 || sides === 10 ? 3 : 2;
}

const SIDE_NAMES = [message("north"), message("east"), message("south"), message("west")];

/** "tabs north and east". */
export function tabWords(sides: number): string {
  const names = SIDE_NAMES.filter((_, side) => sides & (1 << side));
  if (names.length === 0) return say("no tab");
  return sayCount(names.length, "a tab {sides:, and}", "tabs {sides:, and}", { sides: names });
}

const ROUND = 9; // how far before a corner a line begins to bend

/** A line through points, bent at its corners. */
export function rounded(points: Point[]): string {
  const near = (from: Point, to: Point): string => {
    const part = Math.min(0.5, ROUND / (Math.hypot(to.x - from.x, to.y - from.y) || 1));
    return `${from.x + part * (to.x - from.x)},${from.y + part * (to.y - from.y)}`;
  };
  return points
    .map((point, k) => {
      const [before, after] = [points[k - 1], points[k + 1]];
      if (before === undefined) return `M${point.x},${point.y}`;
      if (after === undefined) return `L${point.x},${point.y}`;
      return `L${near(point, before)}Q${point.x},${point.y} ${near(point, after)}`;
    })
    .join("");
}
