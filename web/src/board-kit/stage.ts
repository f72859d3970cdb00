// How much of a board is seen: a window onto it that fits, zooms and pans.

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

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

/** The zoom at which a target of the board is as wide as a finger needs, but at least 1 and at most `most`. */
export function fingerZoom(board: Box, width: number, height: number, target: number, most = 4): number {
  if (width <= 0 || height <= 0) return 1;
  const scale = Math.min(width / board.width, height / board.height);
  return Math.min(Math.max(1, FINGER / (target * scale)), most);
}

export const FINGER = 40; // CSS pixels
