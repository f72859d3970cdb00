// The boards live with their games; each is loaded when it is needed.
import type { AnyView, Board } from "./board";

const boards = import.meta.glob<{ default: Board }>("../../parlour/games/*/board.svelte");
const pictures = import.meta.glob<{ default: AnyView }>("../../parlour/games/*/picture.json");

const inFolder = (game: string, file: string): string => `../../parlour/games/${game}/${file}`;

/** A game's board, or null where it has none. */
export async function boardOf(game: string): Promise<Board | null> {
  return (await boards[inFolder(game, "board.svelte")]?.())?.default ?? null;
}

/** A position worth a picture, as a watcher sees it. */
export async function pictureOf(game: string): Promise<AnyView | null> {
  return (await pictures[inFolder(game, "picture.json")]?.())?.default ?? null;
}
