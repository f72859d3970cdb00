// Each game has its own wording of moves, loaded with its board.
import type { Message, Words as Answer } from "../api";
import { textOf } from "../message";
import type { Term } from "../board-kit/terms";
import type { MoveMaker } from "./move.svelte";
import type { Phrase } from "./sentences";

export type Step = NonNullable<Answer["step"]>;

interface Words {
  /** A move as a phrase that follows the name of the player. */
  default: Phrase;
  /** The same where a picture of the move stands beside it: only where. */
  brief?: Phrase;
  /** What to choose, for people who click or tap; the server has prompts only for people who type. */
  prompt?: (step: Step, hasTouch: boolean) => Message;
  /** What can be done with a complete move on the board: the page knows it before the server responds. */
  promptOfWhole?: (words: string[], hasTouch: boolean) => Message;
  /** Words that the game uses in a sense of its own. */
  terms?: readonly Term[];
}

// Each game knows only its own steps, and gets no others.
const all = import.meta.glob<Words>("../../../parlour/games/*/web/phrases.ts");

export async function wordsOf(game: string): Promise<Words | null> {
  return (await all[`../../../parlour/games/${game}/web/phrases.ts`]?.()) ?? null;
}

type Asking = Pick<MoveMaker, "words" | "isWhole" | "step" | "prompt">;

/** What to choose now, in the game's wording or else the server's; "" while it is unknown. */
export function promptText(words: Words | null, move: Asking, hasTouch: boolean): string {
  if (words?.prompt === undefined) return move.prompt;
  if (move.step !== null) return textOf(words.prompt(move.step, hasTouch));
  const whole = move.isWhole ? words.promptOfWhole?.(move.words, hasTouch) : undefined;
  return whole === undefined ? "" : textOf(whole);
}

export type { Words };
