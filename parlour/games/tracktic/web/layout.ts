// Where the cells of the grid lie.
import type { Point } from "$web/board-kit/geometry";

/** From cell to cell, as it is drawn. */
export const STEP = 40;

/** A cell as a point, a1 at 1,-1: to the right and downwards. */
export const pointOf = (cell: string): Point => ({ x: cell.charCodeAt(0) - 96, y: -Number(cell.slice(1)) });

/** The cell that a point is in. */
export const cellAt = ({ x, y }: Point): string => `${String.fromCharCode(96 + Math.round(x))}${-Math.round(y)}`;

/** How far cells reach. */
export const frame = (cells: Point[]): { left: number; right: number; top: number; bottom: number } => {
  const [xs, ys] = [cells.map(({ x }) => x), cells.map(({ y }) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
};

/** A jigsaw piece as a sign on buttons, 24 units wide. */
export const PIECE = "M4,9h4.5c-1.5-3 .2-4.5 2-4.5s3.5 1.5 2 4.5H17v4c2.6-1.3 4 .2 4 1.9s-1.4 3.1-4 1.9V20H4Z";
