// Small pictures of moves for the list of moves: a tile as a tile. They live with the games; a game need have none.
import type { Component } from "svelte";
import type { Played } from "../api";
import type { AnyView } from "./board";

export interface MovePictureProps<View = AnyView> {
  /** The move. */
  text: string;
  /** Who made it. */
  seat: number;
  /** How many moves that seat had made before. */
  turn: number;
  /** The match as it is seen now, or was seen later. */
  view: View;
}

// The shell does not look into a game's types: each picture has its own.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type MovePicture = Component<MovePictureProps<any>>;

const pictures = import.meta.glob<{ default: MovePicture }>("../../../parlour/games/*/web/MovePicture.svelte");

/** A game's pictures of moves, or null where it has none. */
export async function movePictureOf(game: string): Promise<MovePicture | null> {
  return (await pictures[`../../../parlour/games/${game}/web/MovePicture.svelte`]?.())?.default ?? null;
}

/** For each move, how many its seat had made before. */
export function turnsOf(moves: Pick<Played, "seat">[]): number[] {
  const counts = new Map<number, number>();
  return moves.map(({ seat }) => {
    const turn = counts.get(seat) ?? 0;
    counts.set(seat, turn + 1);
    return turn;
  });
}
