// A tile that is tried: which one of the hand, how it is turned, where it would lie. The words go into the move.
import type { CirplexedPreview } from "$web/api";
import type { MoveMaker } from "$web/table/move.svelte";
import { turnWord } from "./cells";
import { hasFingers } from "./phrases";

const PAUSE = 30; // milliseconds that a pointer rests before the server is asked

export class Trying {
  turns = $state<Record<string, number>>({}); // quarter turns of the tiles in hand, not taken round
  over = $state<string | null>(null); // the cell under the pointer, the focus or the dragged tile
  isTouched = $state(hasFingers); // by a finger
  #picked = $state<string | null>(null);

  constructor(
    readonly move: MoveMaker<CirplexedPreview>,
    readonly hand: () => string[],
    /** Is one's own patch the large one? */
    readonly isHome: () => boolean,
    readonly goHome: () => void,
  ) {}

  /** What lies on the patch for now. */
  readonly laid = $derived.by(() => {
    const [tile, cell] = this.move.words;
    return this.move.words.length === 3 ? { tile: tile!, cell: cell! } : null;
  });

  /** The tile that is picked: the first in hand unless another one is. */
  readonly tile = $derived.by(() => {
    if (this.laid !== null) return this.laid.tile;
    if (!this.move.isOn) return null;
    const hand = this.hand();
    return this.#picked !== null && hand.includes(this.#picked) ? this.#picked : (hand[0] ?? null);
  });
  readonly turn = $derived.by(() => (this.tile === null ? 0 : (this.turns[this.tile] ?? 0)));

  readonly legalCells = $derived.by(
    () => new Set(this.isHome() && this.move.isOn && this.tile !== null ? this.move.followingAfter([this.tile]) : []),
  );
  readonly hovered = $derived.by(() =>
    this.over !== null && this.legalCells.has(this.over) && this.over !== this.laid?.cell ? this.over : null,
  );
  readonly considered = $derived.by(() => (this.isHome() ? (this.hovered ?? this.laid?.cell ?? null) : null));

  /** What the tile would do there, once the server has told. */
  readonly laying = $derived.by(() => {
    if (this.tile === null || this.considered === null) return null;
    const told = this.move.previewOf(`${this.tile} ${this.considered}`);
    return told?.layings.find((each) => each.turn === turnWord(this.turn)) ?? null;
  });

  /** Ask about the cell once the pointer rests: for an effect. */
  lookAhead(): (() => void) | undefined {
    if (!this.move.isOn || this.tile === null || this.considered === null) return undefined;
    const text = `${this.tile} ${this.considered}`;
    const timer = setTimeout(() => this.move.look(text), this.laid?.cell === this.considered ? 0 : PAUSE);
    return () => clearTimeout(timer);
  }

  // -- doing ----------------------------------------------------------------------------------------------------------

  /** A click on a tile in hand: it takes the place of another one, or comes back itself. */
  pick(tile: string): void {
    if (!this.move.isOn || !this.hand().includes(tile)) return;
    this.#take(tile);
    if (this.laid !== null && this.laid.tile !== tile) this.place(tile, this.laid.cell);
    else if (this.laid !== null) this.move.clear();
  }

  /** The beginning of a drag: another tile comes back from the patch. */
  lift(tile: string): void {
    this.#take(tile);
    if (this.laid !== null && this.laid.tile !== tile) this.move.clear();
  }

  place(tile: string, cell: string): void {
    const words = [tile, cell, turnWord(this.turns[tile] ?? 0)];
    if (!this.move.legal.includes(words.join(" "))) return;
    this.#take(tile);
    this.move.set(words, { stay: true });
  }

  /** A click on a cell, or Enter. */
  chooseCell(cell: string): void {
    if (this.tile === null || !this.legalCells.has(cell)) return;
    if (this.laid?.cell !== cell) this.place(this.tile, cell);
    else if (this.isTouched) this.turnBy(1);
    else this.move.finish();
  }

  /** Turn the tile; one that lies on the patch goes on to the next turn that is legal there. */
  turnBy(step: 1 | -1): void {
    const { move, tile, turn, laid } = this;
    if (!move.isOn || tile === null) return;
    let next = turn + step;
    if (laid !== null) {
      while (next !== turn + 4 * step && !move.legal.includes([tile, laid.cell, turnWord(next)].join(" "))) next += step;
      this.turns[tile] = next;
      move.set([tile, laid.cell, turnWord(next)], { stay: true });
    } else this.turns[tile] = next;
  }

  #take(tile: string): void {
    this.goHome();
    this.#picked = tile;
  }
}
