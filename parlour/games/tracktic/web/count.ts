// A finished game, counted: the pieces on each seat's longest path.
import type { TrackticView } from "$web/api";
import type { Counted } from "$web/board-kit/counts";
import { message } from "$web/message";

export function counted({ board }: TrackticView, seat: number): Counted {
  const path = board.paths[seat] ?? [];
  const total = path.length;
  const white = path.filter((cell) => board.pieces[cell]?.colour === "white").length;
  const colour = board.colours[seat]!;
  const own = total - white;
  if (total === 0) return { total, sentence: message("no piece on the grid") };
  if (white > 0) return { total, sentence: message("a path of {total} pieces, {own} {colour} and {white} white", { total, own, colour, white }) };
  return { total, sentence: total === 1 ? message("1 {colour} piece", { colour }) : message("a path of {total} {colour} pieces", { total, colour }) };
}
