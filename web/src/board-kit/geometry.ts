// Points, hexes and ways between them, for boards and for the arrow keys.

export interface Point {
  x: number;
  y: number;
}

export type Arrow = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";

const DIRECTIONS: Record<Arrow, Point> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

export const isArrow = (key: string): key is Arrow => Object.hasOwn(DIRECTIONS, key);

const ASIDE = 1.5; // weight of the distance from the line: less than 1.73, or a row of hexes would be skipped

/**
 * Where an arrow key leads: the nearest point ahead, null at the edge. Of two that are equally near, as between the
 * columns of hexes, it is one or the other in turn, so that the way stays in its row and the opposite arrow leads back.
 */
export function neighbour<Name>(from: Point, arrow: Arrow, points: Iterable<readonly [Name, Point]>): Name | null {
  const { x: dx, y: dy } = DIRECTIONS[arrow];
  let best: Name | null = null;
  let [shortest, side] = [Infinity, 0];
  for (const [name, point] of points) {
    const ahead = (point.x - from.x) * dx + (point.y - from.y) * dy;
    const aside = (point.x - from.x) * Math.abs(dy) + (point.y - from.y) * Math.abs(dx);
    if (ahead <= 1e-6 || Math.abs(aside) > 2 * ahead) continue; // behind, or hardly in this direction
    const cost = ahead + ASIDE * Math.abs(aside);
    const isEven = Math.floor((from.x * Math.abs(dx) + from.y * Math.abs(dy)) / ahead + 0.25) % 2 === 0;
    const isTie = Math.abs(cost - shortest) <= 1e-6;
    if (isTie ? isEven === aside < side : cost < shortest) [best, shortest, side] = [name, cost, aside];
  }
  return best;
}

/** Column and row of a named hex cell, counted from the centre of a board of this radius: letters for columns, then rows. */
export const axial = (name: string, radius: number): [column: number, row: number] => [
  name.charCodeAt(0) - 97 - radius,
  Number(name.slice(1)) - 1 - radius,
];

/** The middle of a hex with a point at the top, by its column and row. */
export const hexAt = (column: number, row: number, size: number): Point => ({
  x: Math.sqrt(3) * size * (column + row / 2),
  y: 1.5 * size * row,
});

export const hexCentre = (name: string, radius: number, size: number): Point => hexAt(...axial(name, radius), size);

/** The corners of a hex with a point at the top. */
export const hexCorners = ({ x, y }: Point, size: number): Point[] =>
  Array.from({ length: 6 }, (_, k) => {
    const angle = (Math.PI / 3) * (k + 0.5);
    return { x: x + size * Math.cos(angle), y: y + size * Math.sin(angle) };
  });

const written = ({ x, y }: Point): string => `${x.toFixed(2)},${y.toFixed(2)}`;

/** Points for the `points` of a polygon. */
export const polygonPoints = (points: Point[]): string => points.map(written).join(" ");

/** A path from point to point. */
export const linePath = (points: Point[]): string => points.map((point, k) => `${k === 0 ? "M" : "L"}${written(point)}`).join("");
