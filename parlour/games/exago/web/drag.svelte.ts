// A tile that is dragged from its cell or from the hand: where it is, and what dropping it there would do.
import { Drag, whenDragged } from "$web/board-kit/drag.svelte";
import type { Point } from "$web/board-kit/geometry";
import { pointWithin } from "$web/board-kit/under-pointer";
import { narrowed, wordsOf } from "$web/table/move-words";
import { cellAt } from "./layout";
import { waysTo } from "./legal-moves";
import type { ExagoInput } from "./move-input.svelte";

interface Source {
  cell: string | null; // null: the hand
}

export class TileDrag {
  #drag = new Drag<Source>({
    start: (from, event) => this.#start(from, event),
    move: (_, event) => this.#move(event),
    drop: (from, _, isCancelled) => this.#drop(from, isCancelled),
  });
  #point = $state.raw<Point | null>(null);
  #screen = $state.raw<Point | null>(null);
  /** The cells, and what is around everything. */
  layer = $state<SVGGElement>();
  frame = $state<HTMLElement>();

  constructor(readonly input: ExagoInput) {}

  readonly isOn = $derived.by(() => this.#drag.isOn);
  readonly isFromHand = $derived.by(() => this.#drag.thing?.cell === null);
  /** Where the tile is, on the board and in the frame. */
  readonly point = $derived.by(() => (this.isOn ? this.#point : null));
  readonly screen = $derived.by(() => (this.isOn ? this.#screen : null));
  readonly over = $derived.by(() => (this.point ? cellAt(this.point, this.input.view.board.radius) : null));

  swallowsClick(event: MouseEvent): boolean {
    return this.#drag.swallowsClick(event);
  }

  canGrab(cell: string | null): boolean {
    const { move, canPlace, now, begin, view } = this.input;
    if (!move.isOn) return false;
    return cell === null ? canPlace : cell === now.lift || (cell in view.board.tiles && begin.next.includes(cell));
  }

  grab(event: PointerEvent, cell: string | null): void {
    if (this.canGrab(cell)) this.#drag.grab(event, { cell });
    else {
      this.#drag.miss();
      if (cell === null || cell in this.input.view.board.tiles) whenDragged(event, () => this.#refuse(cell));
    }
  }

  #refuse(cell: string | null): void {
    if (cell === null) this.input.refuseHand(this.input.view.seat ?? 0, "");
    else this.input.refuse(cell);
  }

  move = (event: PointerEvent): void => this.#drag.move(event);
  drop = (event: PointerEvent): void => this.#drag.drop(event);

  #start({ cell }: Source, event: PointerEvent): void {
    const { input } = this;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    if (cell === null) input.clear();
    else if (cell !== input.now.lift || input.now.target !== null) input.move.set([cell], { stay: true });
  }

  #move(event: PointerEvent): void {
    event.stopPropagation(); // the board is not panned
    const [x, y] = [event.clientX, event.clientY];
    const edge = this.frame!.getBoundingClientRect();
    this.#point = pointWithin(this.layer, { x, y });
    this.#screen = { x: x - edge.left, y: y - edge.top };
  }

  #drop({ cell }: Source, isCancelled: boolean): void {
    const { now, view } = this.input;
    const { dropped, over } = this;
    const isOpen = cell !== null && over !== null && waysTo(view.legal, now, over).length > 0; // of equal groups
    if (dropped !== null && !isCancelled) this.input.take(dropped);
    else if (!isOpen) {
      this.input.clear();
      if (!isCancelled && over !== null && over !== cell) {
        this.input.move.refuse([cell, over].filter((word) => word !== null), [over]);
      }
    }
  }

  /** The words of the move if the tile were dropped here, where that is one move. */
  readonly dropped = $derived.by(() => {
    const { now, places, targetFirst, view } = this.input;
    const [from, over] = [this.#drag.thing, this.over];
    if (from === null || over === null) return null;
    if (from.cell === null) return places.includes(over) ? [over] : null;
    if (targetFirst) return now.next.includes(over) ? [from.cell, over] : null;
    const ways = waysTo(view.legal, now, over);
    return ways.length === 1 ? ways[0]! : null;
  });

  /** Where the tile that is held may go. */
  readonly goals = $derived.by(() => {
    const { move, now, places, view } = this.input;
    if (!move.isOn) return new Set<string>();
    if (this.isFromHand) return new Set(places);
    if (this.isOn && now.step === "group") {
      return new Set(narrowed(view.legal, move.words).map((text) => wordsOf(text).at(-1)!));
    }
    return new Set(now.step === "target" ? now.next : []);
  });
}
