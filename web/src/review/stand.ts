// What a review may do with the replay beside which it stands.
import type { Annotation, Frame, Played } from "../api";
import type { MoveSource } from "../table/move.svelte";

/** A position on which the reader moves for a seat. */
export interface Practice {
  /** As the seat saw it. */
  view: Frame["view"];
  source: MoveSource;
}

export interface Stand {
  /** The position that is shown. */
  readonly ply: number;
  /** May the reader move? */
  readonly isPractised: boolean;
  /** Show the position after this many moves of the game. */
  go(ply: number): void;
  /** Draw a move that was not made beside the one that was, after which the position is; null: none. */
  ghost(move: { seat: number; text: string } | null): void;
  /** Show moves that were not made, after this many that were. */
  show(ply: number, moves: Played[], frames: Frame[]): void;
  /** Let the reader move; null: not any more. */
  practise(practice: Practice | null): void;
  /** The review is there, for the curve and the list of moves; null: not any more. */
  annotated(annotation: Annotation | null): void;
}
