// Where the fields of a sheet lie: hexes with a point above, letters for slanting columns, rows counted from the top.
import { hexCentre, hexCorners, linePath, type Point, polygonPoints } from "$web/board-kit/geometry";
import type { Box } from "$web/board-kit/stage";

export const SIZE = 10; // from the centre of a field to a corner
export const STEP = SIZE * Math.sqrt(3); // from middle to middle

export const centreOf = (field: string, radius: number): Point => hexCentre(field, radius, SIZE);

export const hexAround = (centre: Point, size: number): string => polygonPoints(hexCorners(centre, size));

/** All fields of a sheet, with some room beside them and above and below. */
export function boxAround(radius: number, beside: number, above: number): Box {
  const [x, y] = [STEP * (radius + 0.5) + beside, SIZE * (1.5 * radius + 1) + above];
  return { x: -x, y: -y, width: 2 * x, height: 2 * y };
}

/** A path over the middles of fields. */
export const strokeOver = (fields: string[], radius: number): string =>
  linePath(fields.map((field) => centreOf(field, radius)));

export interface Suggested {
  /** The way over the fields, up to the arrow's head. */
  way: string;
  head: string;
}

export const NUMBER = 5.5; // the radius of a number's circle
export const RIM = NUMBER + 1.1; // of the ring around it when a suggested stroke crosses it
const HEAD = 5.4; // the length of an arrow's head, less than there is between two such rings

/** A stroke that might be made, as an arrow that begins beside the line's end and points to where it would stop. */
export function suggested(fields: string[], radius: number, isNumber: (field: string) => boolean): Suggested {
  const points = fields.map((field) => centreOf(field, radius));
  const [first, second, before, last] = [points[0]!, points[1]!, points.at(-2)!, points.at(-1)!];
  const tip = towards(last, before, isNumber(fields.at(-1)!) ? RIM : -HEAD / 2);
  const [from, base] = [towards(first, second, RIM), towards(tip, before, HEAD)];
  const aside = { x: 0.62 * (base.y - tip.y), y: 0.62 * (tip.x - base.x) };
  const wings = [1, -1].map((side) => ({ x: base.x + side * aside.x, y: base.y + side * aside.y }));
  return {
    way: linePath([from, ...points.slice(1, -1), towards(tip, before, 0.7 * HEAD)]),
    head: `${linePath([wings[0]!, tip, wings[1]!])}Z`,
  };
}

/** The point this far from one towards another. */
function towards(from: Point, to: Point, far: number): Point {
  const part = far / Math.hypot(to.x - from.x, to.y - from.y);
  return { x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) };
}

/**
 * Points for the arrow keys. Rows are further apart than they look, and shifted a little against each other, so that up
 * and down lead row by row, straight on in a zigzag.
 */
export function keyPoint(field: string, radius: number): Point {
  const { x, y } = centreOf(field, radius);
  return { x: x + (Number(field.slice(1)) % 2) * 0.1 * SIZE, y: 1.25 * y };
}

export interface Label extends Point {
  text: string;
}

/** Letters at the upper end of each column, numbers at the right end of each row. */
export function labelsAround(fields: string[], radius: number): Label[] {
  const there = new Set(fields);
  const labels: Label[] = [];
  for (const field of fields) {
    const [letter, row] = [field.charCodeAt(0), Number(field.slice(1))];
    const { x, y } = centreOf(field, radius);
    const above = `${field[0]}${row - 1}`;
    const right = `${String.fromCharCode(letter + 1)}${row}`;
    if (!there.has(above)) labels.push({ x: x - STEP * 0.36, y: y - SIZE * 1.12, text: field[0]! });
    if (!there.has(right)) labels.push({ x: x + STEP * 0.74, y, text: String(row) });
  }
  return labels;
}
