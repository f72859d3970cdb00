// A tile that is dragged onto a cell, from the hand or from where it lies for now.
import { Drag } from "$web/board-kit/drag.svelte";
import type { Point } from "$web/board-kit/geometry";
import { isMouse } from "$web/board-kit/touch";
import { cellUnder } from "$web/board-kit/under-pointer";
import type { CirplexedInput } from "./move-input.svelte";

const ABOVE = 60; // a finger would hide the tile

export class TileDrag {
  #drag = new Drag<string>({
    start: (tile) => this.input.lift(tile),
    move: (_, event) => this.#move(event),
    drop: (tile, _, isCancelled) => isCancelled || this.#drop(tile),
  });
  /** Where the tile is drawn, in the window. */
  at = $state.raw<Point>({ x: 0, y: 0 });

  constructor(readonly input: CirplexedInput) {}

  /** The tile that is dragged; null while it might still be clicked. */
  readonly tile = $derived.by(() => this.#drag.thing);
  readonly isHeld = $derived.by(() => this.#drag.isHeld);

  grab(event: PointerEvent, tile: string): void {
    this.input.isTouched = !isMouse(event);
    if (this.input.move.isOn) this.#drag.grab(event, tile);
  }

  /** A tile that lies there for now can be dragged away. */
  grabCell(event: PointerEvent, cell: string): void {
    const { laid } = this.input;
    this.input.isTouched = !isMouse(event);
    if (laid !== null && cell === laid.cell) this.grab(event, laid.tile);
  }

  /** A handler for the window, because the pointer may leave the board. */
  move = (event: PointerEvent): void => this.#drag.move(event);
  drop = (event: PointerEvent): void => this.#drag.drop(event);

  #move(event: PointerEvent): void {
    this.at = { x: event.clientX, y: event.clientY - (this.input.isTouched ? ABOVE : 0) };
    this.input.point(cellUnder(this.at));
  }

  #drop(tile: string): void {
    const { input } = this;
    if (input.over !== null && input.legalCells.has(input.over)) input.place(tile, input.over);
    else if (input.over !== null) input.refuse(input.over);
    if (input.isTouched) input.point(null);
  }
}
