// The boards live with their games; each is loaded when it is needed.
import type { Board } from "./board";

const boards = import.meta.glob<{ default: Board }>("../../../parlour/games/*/web/Board.svelte");

/** A game's board, or null where it has none. */
export async function boardOf(game: string): Promise<Board | null> {
  return (await boards[`../../../parlour/games/${game}/web/Board.svelte`]?.())?.default ?? null;
}
