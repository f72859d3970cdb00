// The interface of a board's input in every game: clicks, taps and keys become the words of a move. Each game implements
// it in move-input.svelte.ts; it knows the legal moves but no rules.
import type { MoveMaker } from "../table/move.svelte";

/** `Target` is what a click hits: the name of a cell, or a cell and the point in it. */
export interface MoveInput<Preview = unknown, Target = string> {
  /** The words chosen so far, and what the server says about them. */
  readonly move: MoveMaker<Preview>;
  /** The pointer, the focus or a dragged piece enters a target; null: it leaves all of them. */
  point(target: Target | null): void;
  /** The word that a cell stands for now; null if it is not a next step. */
  wordOf(cell: string): string | null;
  /** Would choosing this cell change, take back or finish what is chosen already? */
  isChange(cell: string): boolean;
  /** A click, a tap or Enter. */
  choose(target: Target, isTouch?: boolean): void;
  /** Replace the chosen words by these; a complete move is sent or waits, depending on the game. */
  take(words: string[]): void;
  /** Take all words back. */
  clear(): void;
}

/** A game in which a card or a tile is picked from the hand before it is placed, and can be turned. */
export interface HandInput<Preview = unknown, Target = string> extends MoveInput<Preview, Target> {
  /** A click on a card or a tile in the hand. */
  pick(name: string): void;
  /** Turn what is picked, or what lies on the board for now. */
  turn(clockwise: boolean): void;
  /** Where a step back leads: what is placed in one step is taken up in one step. */
  readonly before: (words: string[]) => string[];
}

/** Let a step back lead where the game says, until the returned function is called: for use in an effect. */
export function steppingBack<Preview>(move: MoveMaker<Preview>, before: (words: string[]) => string[]): () => void {
  const usual = move.before;
  move.before = before;
  return () => (move.before = usual);
}
