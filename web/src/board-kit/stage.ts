// How much of a board is seen: a window onto it that fits, zooms and pans.

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** CSS pixels that the smallest target of a board should have. */
export const SIGHT = 32; // with a mouse: a board that would be smaller begins enlarged, so that zooming the page in enlarges it
export const FINGER = 36; // with fewer, a finger's tap enlarges the board where a piece is laid
export const COMFORT = 48; // what such a tap enlarges it to

/** The part of the board that fills a window of this size: all of it at zoom 1, less when zoomed, never far outside. */
export function windowOn(board: Box, width: number, height: number, zoom: number, centre: { x: number; y: number }): Box {
  if (width <= 0 || height <= 0) return board;
  const scale = zoom * Math.min(width / board.width, height / board.height);
  const [seenWidth, seenHeight] = [width / scale, height / scale];
  return {
    x: within(centre.x - seenWidth / 2, board.x, board.width, seenWidth),
    y: within(centre.y - seenHeight / 2, board.y, board.height, seenHeight),
    width: seenWidth,
    height: seenHeight,
  };
}

/** The start of a span that stays on the board, or has it in the middle when it is longer. */
function within(start: number, from: number, length: number, span: number): number {
  if (span >= length) return from - (span - length) / 2;
  return Math.min(Math.max(start, from), from + length - span);
}

/** How wide a target of the board is, in pixels, while the whole board is seen; 0 before its size is known. */
export function sizeWhole(board: Box, width: number, height: number, target: number): number {
  return width <= 0 || height <= 0 ? 0 : target * Math.min(width / board.width, height / board.height);
}
