// A finished game, counted: the longest line of each seat, which won if it is long enough.
import type { ExagoView } from "$web/api";
import type { Counted } from "$web/board-kit/counts";
import { message } from "$web/message";

type Board = ExagoView["board"];

const AXES = [
  [0, 1],
  [1, 0],
  [1, -1],
] as const;

const step = (cell: string, [dq, dr]: readonly [number, number], back = 1): string =>
  `${String.fromCharCode(cell.charCodeAt(0) + back * dq)}${Number(cell.slice(1)) + back * dr}`;

/** A straight, unbroken line of a seat's tiles of which none is longer: the one that won, if it did. */
export function longestLine({ tiles, line }: Board, seat: number): string[] {
  if (line.length > 0 && tiles[line[0]!] === seat) return line;
  let longest: string[] = [];
  for (const cell of Object.keys(tiles).filter((name) => tiles[name] === seat))
    for (const axis of AXES) {
      if (tiles[step(cell, axis, -1)] === seat) continue;
      const run = [];
      for (let next = cell; tiles[next] === seat; next = step(next, axis)) run.push(next);
      if (run.length > longest.length) longest = run;
    }
  return longest;
}

export function counted({ board }: ExagoView, seat: number): Counted {
  const cells = longestLine(board, seat);
  const [total, length] = [cells.length, board.length];
  if (total === 0) return { total, sentence: message("no tile on the board") };
  const sentence =
    total >= length
      ? message("a line of {total} tiles, {cells:, and}", { total, cells })
      : message("the longest line has {total} of {length} tiles, {cells:, and}", { total, length, cells });
  return { total, sentence };
}
