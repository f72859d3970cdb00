// Each game tells its moves in its own words; they are loaded with its board.
import type { Message, Words as Answer } from "../api";
import type { Phrase } from "./sentences";

export type Step = NonNullable<Answer["step"]>;

interface Words {
  /** A move as a phrase that follows the name of who made it. */
  default: Phrase;
  /** What is to be chosen, for people who click or tap; the server has words only for those who type. */
  prompt?: (step: Step, hasTouch: boolean) => Message;
}

// Each game knows only its own steps, and gets no others.
const all = import.meta.glob<Words>("../../../parlour/games/*/web/phrases.ts");

export async function wordsOf(game: string): Promise<Words | null> {
  return (await all[`../../../parlour/games/${game}/web/phrases.ts`]?.()) ?? null;
}

export type { Words };
