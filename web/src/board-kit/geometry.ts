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

const ASIDE = 1.5; // how much more it counts to be off the line: less than 1.73, or a row of hexes is jumped over

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

/** The middle of a named hex cell on a board of this radius, columns a, b, c... from the left, rows counted upwards. */
export function hexCentre(name: string, radius: number, size: number): Point {
  const q = name.charCodeAt(0) - 97 - radius;
  const r = Number(name.slice(1)) - 1 - radius;
  return { x: 1.5 * size * q, y: -Math.sqrt(3) * size * (r + q / 2) };
}

/** The corners of a hex with a flat top, as the points of a polygon. */
export function hexPoints(centre: Point, size: number): string {
  return Array.from({ length: 6 }, (_, k) => {
    const angle = (Math.PI / 3) * k;
    return `${(centre.x + size * Math.cos(angle)).toFixed(2)},${(centre.y + size * Math.sin(angle)).toFixed(2)}`;
  }).join(" ");
}
