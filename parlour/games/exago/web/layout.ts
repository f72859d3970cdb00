// Where things lie on Exago's board: cells with a point at the top, six sides along which the hands lie.
import { hexAt, hexCentre, type Point } from "$web/board-kit/geometry";
import type { Box } from "$web/board-kit/stage";

export const SIZE = 10; // from the centre of a cell to a corner
export const STEP = Math.sqrt(3) * SIZE; // from cell to cell
const SMALL = 0.82; // tiles in hand beside those on the board
const RAIL = SIZE * SMALL + 1.8; // half the width of the rail on which a hand lies
const GAP = 3.5; // between board and rail
const MARGIN = 15; // between the middles of the outer cells and the board's edge

/** All cells of a board, by letter and number. */
export function cellsOf(radius: number): string[] {
  const span = Array.from({ length: 2 * radius + 1 }, (_, k) => k - radius);
  return span.flatMap((q) => span.filter((r) => Math.abs(q + r) <= radius).map((r) => nameOf(q, r, radius)));
}

const nameOf = (q: number, r: number, radius: number): string =>
  `${String.fromCharCode(97 + q + radius)}${r + radius + 1}`;

export const centreOf = (name: string, radius: number): Point => hexCentre(name, radius, SIZE);

/** The cell at a point, or null beside the board. */
export function cellAt(point: Point, radius: number): string | null {
  const r = point.y / (1.5 * SIZE);
  const q = point.x / STEP - r / 2;
  let [column, row] = [Math.round(q), Math.round(r)];
  const [dq, dr, ds] = [Math.abs(column - q), Math.abs(row - r), Math.abs(Math.round(-q - r) + q + r)];
  if (dq > dr && dq > ds) column = -row - Math.round(-q - r);
  else if (dr > ds) row = -column - Math.round(-q - r);
  const isOn = Math.max(Math.abs(column), Math.abs(row), Math.abs(column + row)) <= radius;
  return isOn ? nameOf(column, row, radius) : null;
}

/** Letters at the upper ends of the columns, numbers at the right ends of the rows. */
export function edgeNames(radius: number): { text: string; x: number; y: number }[] {
  const span = Array.from({ length: 2 * radius + 1 }, (_, k) => k - radius);
  const off = 0.63;
  return [
    ...span.map((q) => ({ text: nameOf(q, 0, radius).charAt(0), ...hexAt(q, Math.max(-radius, -radius - q) - off, SIZE) })),
    ...span.map((r) => ({ text: String(r + radius + 1), ...hexAt(Math.min(radius, radius - r) + off, r, SIZE) })),
  ];
}

const round = (value: number): string => value.toFixed(2);

/** A closed path around corners whose points are rounded off. */
function rounded(corners: Point[], rounding: number): string {
  const parts = corners.map((corner, k) => {
    const [before, after] = [corners.at(k - 1)!, corners[(k + 1) % corners.length]!];
    const towards = (other: Point): string => {
      const part = rounding / Math.hypot(other.x - corner.x, other.y - corner.y);
      return `${round(corner.x + (other.x - corner.x) * part)},${round(corner.y + (other.y - corner.y) * part)}`;
    };
    return `${k ? "L" : "M"}${towards(before)}Q${round(corner.x)},${round(corner.y)} ${towards(after)}`;
  });
  return `${parts.join("")}Z`;
}

const ring = (radius: number, start: number): Point[] =>
  Array.from({ length: 6 }, (_, k) => {
    const angle = start + (Math.PI / 3) * k;
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });

/** A hex around 0,0 with a point at the top. */
export const hexPath = (size: number, rounding = size * 0.18): string => rounded(ring(size, Math.PI / 6), rounding);

/** A whole cell. */
export const HEX = hexPath(SIZE);

/** The upper edge of such a hex, where the lamp's light falls, or the lower one, in the shade. */
export function edgePath(size: number, isUpper: boolean, rounding = size * 0.18): string {
  const side = isUpper ? -1 : 1;
  const [x, y] = [size * Math.cos(Math.PI / 6), (side * size) / 2];
  const [dx, dy] = [rounding * Math.cos(Math.PI / 6), (side * rounding) / 2];
  const [left, right] = [`${round(-x + dx)},${round(y + dy)}`, `${round(x - dx)},${round(y + dy)}`];
  const [peak, top] = [`${round(dx)},${round(side * size - dy)}`, `0,${round(side * size)}`];
  return `M${left}L${round(-dx)},${round(side * size - dy)}Q${top} ${peak}L${right}`;
}

/** A short arrow from one point towards another. */
export function arrowPath(from: Point, to: Point): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const along = (far: number, aside: number): string =>
    `${round(from.x + dx * far - dy * aside)},${round(from.y + dy * far + dx * aside)}`;
  return `M${along(-3, 0)}L${along(9.5, 0)}M${along(6, -3)}L${along(9.5, 0)}L${along(6, 3)}`;
}

/** The plate in which the wells are. */
export const platePath = (radius: number): string => rounded(ring(plateReach(radius), 0), SIZE * 1.3);

const plateReach = (radius: number): number => STEP * radius + MARGIN / Math.cos(Math.PI / 6);
const plateDepth = (radius: number): number => 1.5 * SIZE * radius + MARGIN;

/** The plate alone, with a little air. */
export function plateBox(radius: number, air = 2): Box {
  const [x, y] = [plateReach(radius) - SIZE * 0.7 + air, plateDepth(radius) + air];
  return { x: -x, y: -y, width: 2 * x, height: 2 * y + 1.5 };
}

/** One hand beside the board. */
export interface Tray {
  /** Ends of the rail. */
  from: Point;
  to: Point;
  /** A place for each tile that the seat has. */
  slots: Point[];
  name: { x: number; y: number; anchor: "start" | "middle" | "end"; room: number };
}

export const TRAY = { scale: SMALL, width: 2 * RAIL };

// The sides taken, clockwise from the nearest, by number of seats.
const SIDES: Record<number, number[]> = {
  2: [0, 3],
  3: [0, 2, 4],
  4: [0, 1, 3, 4],
  5: [0, 1, 2, 4, 5],
  6: [0, 1, 2, 3, 4, 5],
};

const LETTERING = 5.2;
export const NAME_SIZE = LETTERING;

/** The hands around the board in turn order, clockwise, one of them nearest; and the box that holds it all. */
export function around(radius: number, tiles: number[], nearest: number): { box: Box; trays: Tray[] } {
  const sides = SIDES[tiles.length] ?? SIDES[6]!;
  const distance = plateDepth(radius) + GAP + RAIL;
  const pitch = STEP * SMALL;
  const most = Math.max(...tiles, 6);
  const lines = tiles.map((count, seat) => {
    const side = sides[(seat - nearest + tiles.length) % tiles.length]!;
    const angle = Math.PI / 2 + (Math.PI / 3) * side;
    const [out, along] = [
      { x: Math.cos(angle), y: Math.sin(angle) },
      { x: Math.sin(angle), y: -Math.cos(angle) },
    ];
    const place = (k: number, many: number): Point => ({
      x: distance * out.x + along.x * pitch * (k - (many - 1) / 2),
      y: distance * out.y + along.y * pitch * (k - (many - 1) / 2),
    });
    const slots = Array.from({ length: count }, (_, k) => place(k, count));
    return { side, from: place(0, most), to: place(most - 1, most), slots };
  });
  const isMiddle = ({ side }: { side: number }): boolean => side % 3 === 0;
  const ends = lines.flatMap(({ from, to }) => [from, to]);
  const reach = Math.max(plateReach(radius) - 4, ...ends.map((end) => Math.abs(end.x) + RAIL));
  const inside = Math.max(...lines.filter(isMiddle).flatMap(({ from, to }) => [from.x, to.x])) + RAIL + 2;
  const trays = lines.map((line) => {
    const { side, from, to, slots } = line;
    const isLow = side === 0 || side === 1 || side === 5;
    const far = Math.max(Math.abs(from.y), Math.abs(to.y)) + RAIL + 2.5;
    const y = isLow ? far + LETTERING * 0.8 : -far;
    if (isMiddle(line)) return { from, to, slots, name: { x: 0, y, anchor: "middle" as const, room: 2 * inside } };
    const isLeft = side === 1 || side === 2;
    const anchor = isLeft ? ("end" as const) : ("start" as const);
    return { from, to, slots, name: { x: isLeft ? -inside : inside, y, anchor, room: reach - inside } };
  });
  const names = trays.map(({ name }) => name.y);
  const high = Math.min(-plateDepth(radius) - 2, ...names.map((y) => y - LETTERING));
  const low = Math.max(plateDepth(radius) + 3, ...names.map((y) => y + LETTERING * 0.4));
  return { box: { x: -reach - 1, y: high, width: 2 * reach + 2, height: low - high }, trays };
}

/** Where hands are when they lie in strips below and above the board: just out of sight, in the right direction. */
export function strips(radius: number, tiles: number[], nearest: number): Point[] {
  const [wide, far] = [plateReach(radius), plateDepth(radius) + 3 * SIZE];
  const others = tiles.length - 1;
  return tiles.map((_, seat) => {
    const turn = (seat - nearest + tiles.length) % tiles.length;
    return turn === 0 ? { x: 0, y: far } : { x: wide * ((2 * turn - 1) / others - 1), y: -far };
  });
}
