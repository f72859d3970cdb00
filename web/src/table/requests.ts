// Moves and other requests on their way to the server, and what its states say about them.
import type { UpMessage } from "../api";
import type { State } from "../board-kit/board";

/** A request other than a move. */
export type Wish = UpMessage extends infer Message ? (Message extends { ref: unknown } ? Omit<Message, "ref"> : never) : never;

/** A move that is on its way. */
export interface Pending {
  seat: number;
  match: number;
  branch: number;
  turn: number;
  text: string;
  ref: number;
}

/** A request that the server may not have received yet, and what it was about. */
export interface Kept {
  wish: Wish;
  match: number | null; // null: before anything was known of the table
  branch: number;
  ref: number; // of the last time it was sent; 0 before
  isRepeated: boolean;
}

export const isSame = (a: Wish, b: Wish): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Is a move still to be made where this state stands? */
export const isAbout = (move: Pending, state: State): boolean =>
  state.match === move.match && state.branch === move.branch && state.view.turn === move.turn;

/** Does a state show that a move has arrived, or was overtaken? */
export const isAnswer = (move: Pending, state: State): boolean =>
  state.match !== move.match || (state.seat === move.seat && !isAbout(move, state));

/** Has the seat the same to choose from as before? */
export function isSameChoice(before: State | undefined, now: State): boolean {
  if (before === undefined || before.match !== now.match || before.view.turn !== now.view.turn) return false;
  const [old, legal] = [before.view.legal, now.view.legal];
  return old.length === legal.length && legal.every((text, k) => text === old[k]);
}
