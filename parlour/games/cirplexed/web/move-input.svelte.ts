// A tile that is tried: which one of the hand, how it is turned, where it would lie. The words go into the move.
import type { CirplexedPreview } from "$web/api";
import { onceAtRest } from "$web/board-kit/hover";
import type { HandInput } from "$web/board-kit/move-input";
import { hasTouch } from "$web/board-kit/touch";
import { say } from "$web/message";
import type { MoveMaker } from "$web/table/move.svelte";
import { turnWord } from "./layout";

export class CirplexedInput implements HandInput<CirplexedPreview> {
  turns = $state<Record<string, number>>({}); // quarter turns of the tiles in hand, not reduced modulo 4
  over = $state<string | null>(null);
  isTouched = $state(hasTouch); // by a finger or a pen, not by a mouse
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
  readonly quarters = $derived.by(() => (this.tile === null ? 0 : (this.turns[this.tile] ?? 0)));

  readonly legalCells = $derived.by(
    () => new Set(this.isHome() && this.move.isOn && this.tile !== null ? this.move.followingAfter([this.tile]) : []),
  );
  readonly hovered = $derived.by(() =>
    this.over !== null && this.legalCells.has(this.over) && this.over !== this.laid?.cell ? this.over : null,
  );
  readonly considered = $derived.by(() => (this.isHome() ? (this.hovered ?? this.laid?.cell ?? null) : null));

  /** What the tile would do there, once the server has answered. */
  readonly laying = $derived.by(() => {
    if (this.tile === null || this.considered === null) return null;
    const told = this.move.previewOf(`${this.tile} ${this.considered}`);
    return told?.layings.find((each) => each.turn === turnWord(this.quarters)) ?? null;
  });

  /** Ask about the cell once the pointer rests: for use in an effect. */
  lookAhead(): (() => void) | undefined {
    if (!this.move.isOn || this.tile === null || this.considered === null) return undefined;
    const text = `${this.tile} ${this.considered}`;
    return onceAtRest(() => this.move.look(text), this.laid?.cell === this.considered ? 0 : undefined);
  }

  wordOf(cell: string): string | null {
    return this.legalCells.has(cell) ? cell : null;
  }

  isChange(cell: string): boolean {
    return this.laid !== null && this.legalCells.has(cell);
  }

  // -- doing ----------------------------------------------------------------------------------------------------------

  point(cell: string | null): void {
    this.over = cell;
  }

  /** A click on a tile in hand: it takes the place of another one, or comes back itself. */
  pick(tile: string): void {
    if (!this.move.isOn) this.move.refuse([tile], []);
    if (!this.move.isOn || !this.hand().includes(tile)) return;
    this.#hold(tile);
    if (this.laid !== null && this.laid.tile !== tile) this.place(tile, this.laid.cell);
    else this.clear();
  }

  /** The beginning of a drag: another tile comes back from the patch. */
  lift(tile: string): void {
    this.#hold(tile);
    if (this.laid !== null && this.laid.tile !== tile) this.clear();
  }

  place(tile: string, cell: string): void {
    this.take([tile, cell, turnWord(this.turns[tile] ?? 0)]);
  }

  take(words: string[]): void {
    if (!this.move.legal.includes(words.join(" "))) return;
    this.#hold(words[0]!);
    this.move.set(words, { stay: true });
  }

  clear(): void {
    this.move.clear();
  }

  before = (): string[] => []; // an incomplete move shows nothing

  choose(cell: string, isTouch = this.isTouched): void {
    if (this.tile === null || !this.legalCells.has(cell)) this.refuse(cell);
    else if (this.laid?.cell !== cell) this.place(this.tile, cell);
    else if (isTouch) this.turn(true);
    else this.move.finish();
  }

  /** Nothing can be placed on this cell: ask why, if it is one's own patch. */
  refuse(cell: string): void {
    const isElse = { sentence: say("This patch is not yours: go back to your own to place a tile.") };
    const isAsked = this.tile !== null && this.isHome();
    this.move.refuse(isAsked ? [this.tile!, cell, turnWord(this.quarters)] : isElse, [cell]);
  }

  /** Turn the tile; one that lies on the patch goes on to the next turn that is legal there. */
  turn(clockwise: boolean): void {
    const { move, tile, quarters, laid } = this;
    if (!move.isOn || tile === null) return;
    const step = clockwise ? 1 : -1;
    let next = quarters + step;
    if (laid !== null) {
      while (next !== quarters + 4 * step && !move.legal.includes([tile, laid.cell, turnWord(next)].join(" "))) next += step;
      this.turns[tile] = next;
      move.set([tile, laid.cell, turnWord(next)], { stay: true });
    } else this.turns[tile] = next;
  }

  #hold(tile: string): void {
    this.goHome();
    this.#picked = tile;
  }
}
