// A finished game, counted: the points for each number on a line, less one for each field beside it.
import type { TraxxView } from "$web/api";
import type { Counted } from "$web/board-kit/counts";
import { message, sayCount } from "$web/message";

/** What a field adds to the score. */
export interface FieldCount {
  field: string;
  points: number;
}

export function fieldCounts({ board }: TraxxView, seat: number): FieldCount[] {
  const line = new Set(board.lines[seat]);
  const reached = board.reached[seat] ?? {};
  return Object.keys(board.fields).flatMap((field) => {
    if (!line.has(field)) return [{ field, points: -1 }];
    const points = reached[String(board.numbers[field])];
    return points === undefined ? [] : [{ field, points }];
  });
}

export function counted(view: TraxxView, seat: number): Counted {
  const counts = fieldCounts(view, seat);
  const gained = counts.reduce((sum, { points }) => sum + Math.max(0, points), 0);
  const missed = counts.filter(({ points }) => points < 0);
  const numbers = missed.flatMap(({ field }) => view.board.numbers[field] ?? []).sort((a, b) => a - b);
  const args = {
    gained: sayCount(gained, "{count} point", "{count} points"),
    fields: sayCount(missed.length, "{count} field", "{count} fields"),
    numbers: numbers.map(String),
  };
  const sentence =
    numbers.length > 0
      ? message("{gained} for the numbers, less {fields} not reached, {numbers:, and} among them", args)
      : message("{gained} for the numbers, all reached, less {fields} not reached", args);
  return { total: gained - missed.length, sentence };
}
