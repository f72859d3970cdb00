// Which cells the latest moves touched, for the mark that a board draws around them; see LastMove.svelte.
import type { Played } from "../api";
import { wordsOf } from "../table/move-words";

export interface LastWords {
  seat: number;
  /** The words of the move, as its text has them. */
  words: string[];
}

/** The latest moves as words; a choice that is still hidden has none, and is left out. */
export const lastWords = (last: Played[]): LastWords[] =>
  last.flatMap(({ seat, text }) => (text === null ? [] : [{ seat, words: wordsOf(text) }]));
