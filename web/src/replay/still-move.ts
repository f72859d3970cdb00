// Boards collect the words of a move; in a replay there is none to make.
import { MoveMaker, NO_MOVES } from "../table/move.svelte";

/** A move that never begins, and is silent about clicks. */
export class StillMove extends MoveMaker {
  constructor() {
    super(NO_MOVES);
  }

  override refuse(): void {}
}
