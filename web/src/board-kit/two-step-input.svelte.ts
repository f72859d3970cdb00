// Moves of two words: the cell of a piece, which is lifted, then its target. Games whose pieces move extend this.
import type { MoveMaker } from "../table/move.svelte";
import type { MoveInput } from "./move-input";

export class TwoStepInput<Preview = unknown> implements MoveInput<Preview> {
  over = $state<string | null>(null);

  constructor(readonly move: MoveMaker<Preview>) {}

  /** The cell of the piece that is lifted. */
  readonly lifted = $derived.by(() => this.move.words[0] ?? null);

  /** The target of a whole move that waits to be confirmed. */
  readonly target = $derived.by(() => this.move.words[1] ?? null);

  point(cell: string | null): void {
    this.over = cell;
  }

  wordOf(cell: string): string | null {
    return this.move.following.includes(cell) ? cell : null;
  }

  /** The lifted piece and a waiting target are put back, another target or another piece replaces them. */
  isChange(cell: string): boolean {
    return this.#changed(cell) !== null;
  }

  choose(cell: string): void {
    const words = this.wordOf(cell) === null ? this.#changed(cell) : [...this.move.words, cell];
    if (words === null) this.move.refuse(this.lifted === null ? [cell] : [this.lifted, cell], [cell]);
    else this.take(words);
  }

  #changed(cell: string): string[] | null {
    const { lifted, move } = this;
    if (lifted === null) return null;
    if (cell === lifted) return [];
    if (cell === this.target) return [lifted];
    if (move.followingAfter([lifted]).includes(cell)) return [lifted, cell];
    return move.followingAfter([]).includes(cell) ? [cell] : null;
  }

  take(words: string[]): void {
    if (words.length === 0) this.clear();
    else this.move.set(words);
  }

  clear(): void {
    this.move.clear();
  }
}
