// Where a pattern can lie, taken from the list of legal moves.
import type { Point } from "$web/board-kit/geometry";
import { narrowed, wordsOf } from "$web/table/move-words";
import { frame, pointOf } from "./layout";
import { formOf } from "./patterns";

/** A legal way to lay a pattern. */
export interface Place {
  words: string[];
  cells: string[];
  form: string;
  middle: Point; // of the cells' frame; a cell's middle is a whole number
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
