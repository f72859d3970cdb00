// What is under a pointer: a cell by name, or a point in a drawing's own units.
import type { Point } from "./geometry";

const nameOf = (element: Element | null | undefined): string | null =>
  element?.closest("[data-cell]")?.getAttribute("data-cell") ?? null;

/** The cell, marked by `data-cell`, at a point of the window. */
export const cellUnder = ({ x, y }: Point): string | null => nameOf(document.elementFromPoint(x, y));

/** The cell on which an event happens, for a layer that listens for all of its cells. */
export const cellOfEvent = (event: Event): string | null => nameOf(event.target as Element | null);

/** A point of the window in the units of a drawing; null while it is not on the page. */
export function pointWithin(drawing: SVGGraphicsElement | null | undefined, { x, y }: Point): Point | null {
  const matrix = drawing?.getScreenCTM();
  return matrix ? new DOMPoint(x, y).matrixTransform(matrix.inverse()) : null;
}
