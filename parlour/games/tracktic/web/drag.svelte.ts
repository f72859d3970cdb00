// A card that is dragged from the row of cards to the grid.
import { Drag, pointerAt, whenDragged } from "$web/board-kit/drag.svelte";
import type { Point } from "$web/board-kit/geometry";
import { isTouch } from "$web/board-kit/touch";
import type { Spot, TrackticInput } from "./move-input.svelte";

export class CardDrag {
  #drag = new Drag<string>({
    start: (card) => this.input.take([card]),
    move: (_, event) => this.input.point(this.spotAt(pointerAt(event))),
    drop: (_, event, isCancelled) => isCancelled || this.#drop(event),
  });

  constructor(
    readonly input: TrackticInput,
    /** The spot of the grid at a point of the window; null beside it. */
    readonly spotAt: (point: Point) => Spot | null,
  ) {}

  /** The word that a card stands for; null: it cannot be played now. */
  grab(event: PointerEvent, card: string, word: string | null): void {
    if (word !== null) this.#drag.grab(event, word);
    else whenDragged(event, () => this.input.pick(card));
  }

  /** For the window, as the pointer leaves the card. */
  move = (event: PointerEvent): void => this.#drag.move(event);
  drop = (event: PointerEvent): void => this.#drag.drop(event);

  #drop(event: PointerEvent): void {
    const spot = this.spotAt(pointerAt(event));
    if (spot !== null && this.input.isPattern) this.input.choose(spot);
    if (isTouch(event)) this.input.point(null);
  }
}
