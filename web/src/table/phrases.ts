// Each game tells its moves in its own words; they are loaded with its board.
import type { Phrase } from "./telling";

interface Words {
  /** A move as a phrase that follows the name of who made it. */
  default: Phrase;
  /**
   * What is to be chosen, where a page says it better than the server does for everyone. `turn` counts the moves that the
   * seat has made: in its first turn a game says what it is about.
   */
  prompt?: (chosen: string[], told: string, turn: number) => string;
}

const all = import.meta.glob<Words>("../../../parlour/games/*/web/phrases.ts");

export async function wordsOf(game: string): Promise<Words | null> {
  return (await all[`../../../parlour/games/${game}/web/phrases.ts`]?.()) ?? null;
}

export type { Words };
