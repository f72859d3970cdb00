// Where the things of a patch are drawn: a cell is 100 wide, columns go to the right and rows upward, 0,0 in the middle.
import type { CirplexedTile } from "$web/api";
import type { Point } from "$web/board-kit/geometry";
import type { Box } from "$web/board-kit/stage";

export const SIDE = 100;
export const REACH = 44; // of a quarter from its corner

/** Column and row of a cell's name. */
export function cellOf(name: string): Point {
  const [x, y] = name.split(",");
  return { x: Number(x), y: Number(y) };
}

/** The middle of a cell. */
export function middleOf(name: string): Point {
  const { x, y } = cellOf(name);
  return { x: SIDE * x, y: -SIDE * y };
}

/** A point where four cells meet, from the cell to its lower left. */
export const pointOf = ({ x, y }: Point): Point => ({ x: SIDE * (x + 0.5), y: -SIDE * (y + 0.5) });

export const nameOf = ({ x, y }: Point): string => `${x},${y}`;

/** The points at a cell's corners, clockwise from the top left, each named by the cell to its lower left. */
export function cornersOf(name: string): string[] {
  const { x, y } = cellOf(name);
  return [nameOf({ x: x - 1, y }), nameOf({ x, y }), nameOf({ x, y: y - 1 }), nameOf({ x: x - 1, y: y - 1 })];
}

export interface Span {
  across: number;
  down: number;
}

/** How many columns and rows the widest and the tallest of these patches have. */
export function spanOf(patches: CirplexedTile[][]): Span {
  const length = (values: number[]): number => Math.max(...values) - Math.min(...values) + 1;
  const cells = patches.filter((tiles) => tiles.length > 0).map((tiles) => tiles.map((tile) => cellOf(tile.cell)));
  return {
    across: Math.max(1, ...cells.map((patch) => length(patch.map(({ x }) => x)))),
    down: Math.max(1, ...cells.map((patch) => length(patch.map(({ y }) => y)))),
  };
}

/** A box around a patch with a margin of cells on each side; a small patch is centred in a larger box. */
export function boxAround(tiles: CirplexedTile[], room: number, least: Span): Box {
  const cells = tiles.length > 0 ? tiles.map((tile) => cellOf(tile.cell)) : [{ x: 0, y: 0 }];
  const span = (low: number, high: number, shortest: number): { from: number; length: number } => {
    const length = Math.max(high - low + 1 + 2 * room, shortest);
    return { from: (low + high - length) / 2, length };
  };
  const across = span(Math.min(...cells.map(({ x }) => x)), Math.max(...cells.map(({ x }) => x)), least.across);
  const down = span(Math.min(...cells.map(({ y }) => -y)), Math.max(...cells.map(({ y }) => -y)), least.down);
  return { x: SIDE * across.from, y: SIDE * down.from, width: SIDE * across.length, height: SIDE * down.length };
}

/** All cells that lie, at least by half, within a box. */
export function cellsWithin({ x, y, width, height }: Box): string[] {
  const [left, right] = [Math.ceil(x / SIDE), Math.floor((x + width) / SIDE)];
  const [top, bottom] = [Math.ceil(y / SIDE), Math.floor((y + height) / SIDE)];
  const names: string[] = [];
  for (let column = left; column <= right; column++)
    for (let row = top; row <= bottom; row++) names.push(nameOf({ x: column, y: -row || 0 }));
  return names;
}

/** A turn as a word: r0 to r3, from any number of quarter turns. */
export const turnWord = (quarters: number): string => `r${((quarters % 4) + 4) % 4}`;

/** A square around 0,0 with round corners, from its middle to its sides. */
export function squarePath(far: number, round: number): string {
  const [inner, arc] = [far - round, `A${round},${round} 0 0 1`];
  return (
    `M${-inner},${-far}H${inner}${arc} ${far},${-inner}V${inner}${arc} ${inner},${far}` +
    `H${-inner}${arc} ${-far},${inner}V${-inner}${arc} ${-inner},${-far}Z`
  );
}
