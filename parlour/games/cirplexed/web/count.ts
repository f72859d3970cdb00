// A finished game, counted: circles and, where they break a tie, three-quarter and half circles.
import type { CirplexedView } from "$web/api";
import type { Counted } from "$web/board-kit/counts";
import type { Point } from "$web/board-kit/geometry";
import { type Arg, message, say, sayCount } from "$web/message";
import { byColour } from "./colours";
import { cellOf } from "./layout";

/** Something that counts one, around a point. */
export interface Part extends Point {
  colour: string;
  /** Where its quarters are, by corner of the point, clockwise from the top left. */
  corners: number[];
}

const QUARTERS: Record<string, number> = { three_quarters: 3, halves: 2 };

export function partsOf({ board, outcome }: CirplexedView, seat: number, column: string): Part[] | null {
  if (column === "circles") return (board.circles[seat] ?? []).map((circle) => ({ ...circle, corners: [0, 1, 2, 3] }));
  const quarters = QUARTERS[column];
  if (quarters === undefined || outcome === null || board.shown < board.tiles_each) return null;
  return (board.partial[seat] ?? [])
    .filter(({ cells }) => cells.length === quarters)
    .map(({ colour, x, y, cells }) => ({ colour, x, y, corners: cells.map((cell) => cornerOf(cellOf(cell), { x, y })) }));
}

/** The corner of a point at which a cell lies; the point is named by the cell to its lower left. */
const cornerOf = (cell: Point, { x, y }: Point): number => (cell.y > y ? (cell.x > x ? 1 : 0) : cell.x > x ? 2 : 3);

export function counted(view: CirplexedView, seat: number, column: string): Counted | null {
  const parts = partsOf(view, seat, column);
  if (parts === null) return null;
  const total = parts.length;
  const colours: Arg = byColour(parts)
    .filter(({ count }) => count > 0)
    .map(({ colour, count }) => say("{count} {colour}", { colour, count }));
  const made = {
    circles: sayCount(total, "one circle", "{count} circles"),
    three_quarters: sayCount(total, "one three-quarter circle", "{count} three-quarter circles"),
    halves: sayCount(total, "one half circle", "{count} half circles"),
  }[column]!;
  const spoiled = column === "circles" ? (view.board.spoiled[seat] ?? []).length : 0;
  const points = sayCount(spoiled, "one point", "{count} points");
  if (total === 0) return { total, sentence: message("none") };
  const sentence =
    spoiled > 0
      ? message("{made} ({colours:,}); several colours meet at {points}", { made, colours, points })
      : message("{made} ({colours:,})", { made, colours });
  return { total, sentence };
}
