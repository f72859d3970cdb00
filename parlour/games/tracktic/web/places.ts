// Where a pattern can lie, taken from the list of legal moves; turning and mirroring it.
import type { Point } from "$web/board-kit/geometry";
import { narrowed, wordsOf } from "$web/table/move-words";
import { patternOf } from "./shapes";

/** How a pattern is held: turned clockwise by quarters after it was mirrored, or not. */
export interface Hold {
  turns: number;
  isMirrored: boolean;
}

/** A legal way to lay a pattern. */
export interface Place {
  words: string[];
  cells: string[];
  form: string;
  middle: Point; // of the cells' frame; a cell's middle is a whole number
}

/** A cell as a point, a1 at 1,-1: to the right and downwards. */
export const pointOf = (cell: string): Point => ({ x: cell.charCodeAt(0) - 96, y: -Number(cell.slice(1)) });

/** The cell that a point is in. */
export const cellAt = ({ x, y }: Point): string => `${String.fromCharCode(96 + Math.round(x))}${-Math.round(y)}`;

/** How far cells reach. */
export const frame = (cells: Point[]): { left: number; right: number; top: number; bottom: number } => {
  const [xs, ys] = [cells.map(({ x }) => x), cells.map(({ y }) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
};

/** The form in which cells lie, wherever they are. */
export function formOf(cells: Point[]): string {
  const { left, top } = frame(cells);
  return cells
    .map(({ x, y }) => `${x - left},${y - top}`)
    .sort()
    .join(" ");
}

/** A pattern as it is held. */
export function held(card: string, { turns, isMirrored }: Hold): Point[] {
  let cells = patternOf(card).map(({ x, y }) => ({ x: isMirrored ? -x : x, y }));
  for (let k = 0; k < turns; k++) cells = cells.map(({ x, y }) => ({ x: -y, y: x }));
  const { left, top } = frame(cells);
  return cells.map(({ x, y }) => ({ x: x - left, y: y - top }));
}

/** All legal places of a card's pattern; a Flip card has none. */
export function placesOf(legal: string[], card: string): Place[] {
  return narrowed(legal, [card]).map((text) => {
    const words = wordsOf(text);
    const cells = words.slice(1);
    const points = cells.map(pointOf);
    const { left, right, top, bottom } = frame(points);
    return { words, cells, form: formOf(points), middle: { x: (left + right) / 2, y: (top + bottom) / 2 } };
  });
}

const turnedBy = (hold: Hold, quarters: number): Hold => ({ ...hold, turns: (hold.turns + quarters + 4) % 4 });

/** The holds that a turn leads through, the nearest first, each with another form than the one before. */
export function turnsFrom(card: string, hold: Hold, clockwise: boolean): Hold[] {
  const now = formOf(held(card, hold));
  const steps = clockwise ? [1, 2, 3] : [3, 2, 1];
  return steps.map((k) => turnedBy(hold, k)).filter((other) => formOf(held(card, other)) !== now);
}

/** The holds that mirroring leads to: as in a mirror beside it, then turned. */
export function mirrorsFrom(card: string, hold: Hold): Hold[] {
  const now = formOf(held(card, hold));
  const mirrored: Hold = { turns: (4 - hold.turns) % 4, isMirrored: !hold.isMirrored };
  return [0, 1, 2, 3].map((k) => turnedBy(mirrored, k)).filter((other) => formOf(held(card, other)) !== now);
}

/** A hold in which a pattern has this form. */
export function holdOf(card: string, form: string): Hold {
  for (const isMirrored of [false, true])
    for (let turns = 0; turns < 4; turns++)
      if (formOf(held(card, { turns, isMirrored })) === form) return { turns, isMirrored };
  return { turns: 0, isMirrored: false };
}

const REACH = 1.2; // cells from the pointer to the middle of a pattern that comes to it

/** The place that lies best under a point: the nearest, if it covers the point's cell or is within reach. */
export function nearest(places: Place[], point: Point, cell: string, reach: number = REACH): Place | null {
  let best: Place | null = null;
  let shortest = Infinity;
  for (const place of places) {
    const [dx, dy] = [place.middle.x - point.x, place.middle.y - point.y];
    const away = Math.hypot(dx - 0.01, dy - 0.01); // so that no two are equally near
    if (away < shortest - 1e-9 && (away <= reach || place.cells.includes(cell))) [best, shortest] = [place, away];
  }
  return best;
}
