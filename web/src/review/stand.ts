// What a review may do with the replay beside which it stands.
import type { Annotation, Frame } from "../api";
import type { MoveSource } from "../table/move.svelte";

export interface Stand {
  /** The ply that is shown. */
  readonly ply: number;
  /** Show the position after this many moves. */
  go(ply: number): void;
  /** Draw a move of a seat that was not made, or none. */
  ghost(seat: number, text: string | null): void;
  /** Show frames that did not happen, from a ply on, until `go`. */
  show(frames: Frame[]): void;
  /** Let the reader move for a seat on the position shown; null: not any more. */
  practise(seat: number, source: MoveSource | null): void;
  /** The review is there, for the curve and the list of moves; null: not any more. */
  annotated(annotation: Annotation | null): void;
}
