// A tile that a pointer pulls from its cell or from the hand: where it is, and what dropping it there would do.
import type { Point } from "$web/board-kit/geometry";
import { narrowed, wordsOf } from "$web/table/move-words";
import type { Choosing } from "./move-input.svelte";
import { cellAt } from "./layout";
import { waysTo } from "./steps";

interface Drag {
  from: string | null; // a cell, or null for the hand
  pointer: number;
  start: Point;
  point: Point | null; // on the board; null until it has moved far enough
  screen: Point; // in the frame
}

const SLACK = 6; // pixels that a pointer may move and still click

export class Dragging {
  #drag = $state.raw<Drag | null>(null);
  /** Was the pointer's last way a drag? Then the click at its end is none. */
  wasDragged = false;
  /** The cells, and what is around everything. */
  layer = $state<SVGGElement>();
  frame = $state<HTMLElement>();

  constructor(readonly choosing: Choosing) {}

  /** Has the pointer gone far enough? */
  readonly isOn = $derived.by(() => this.#drag !== null && this.#drag.point !== null);
  readonly isFromHand = $derived.by(() => this.isOn && this.#drag?.from === null);
  /** Where the tile is, on the board and in the frame. */
  readonly point = $derived.by(() => this.#drag?.point ?? null);
  readonly screen = $derived.by(() => this.#drag?.screen ?? null);
  readonly over = $derived.by(() => (this.point ? cellAt(this.point, this.choosing.view.board.radius) : null));

  canGrab(cell: string | null): boolean {
    const { move, canPlace, now, begin, view } = this.choosing;
    if (!move.isOn) return false;
    return cell === null ? canPlace : cell === now.lift || (cell in view.board.tiles && begin.next.includes(cell));
  }

  grab(event: PointerEvent, from: string | null): void {
    this.wasDragged = false;
    if (event.button !== 0 || this.#drag !== null || !this.canGrab(from)) return;
    const here = { x: event.clientX, y: event.clientY };
    this.#drag = { from, pointer: event.pointerId, start: here, point: null, screen: here };
  }

  pull = (event: PointerEvent): void => {
    const drag = this.#drag;
    if (drag === null || event.pointerId !== drag.pointer) return;
    const isFar = Math.hypot(event.clientX - drag.start.x, event.clientY - drag.start.y) > SLACK;
    if (drag.point === null && !isFar) return;
    event.stopPropagation(); // the board is not panned
    if (drag.point === null) {
      const { move, now } = this.choosing;
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      this.wasDragged = true;
      if (drag.from === null) move.clear();
      else if (drag.from !== now.lift || now.target !== null) move.set([drag.from], { stay: true });
    }
    const matrix = this.layer?.getScreenCTM()?.inverse();
    const edge = this.frame!.getBoundingClientRect();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    this.#drag = { ...drag, point, screen: { x: event.clientX - edge.left, y: event.clientY - edge.top } };
  };

  drop = (event: PointerEvent): void => {
    const drag = this.#drag;
    if (drag === null || event.pointerId !== drag.pointer) return;
    const { move, now, view } = this.choosing;
    const words = event.type === "pointerup" ? this.dropped : null;
    const over = this.over;
    const isOpen = drag.from !== null && over !== null && waysTo(view.legal, now, over).length > 0; // of equal groups
    if (this.isOn && words !== null) this.choosing.take(words);
    else if (this.isOn && !isOpen) move.clear();
    this.#drag = null;
  };

  /** The words of the move if the tile were dropped here, where that is one move. */
  readonly dropped = $derived.by(() => {
    const { now, places, targetFirst, view } = this.choosing;
    const [drag, over] = [this.#drag, this.over];
    if (drag === null || over === null) return null;
    if (drag.from === null) return places.includes(over) ? [over] : null;
    if (targetFirst) return now.next.includes(over) ? [drag.from, over] : null;
    const ways = waysTo(view.legal, now, over);
    return ways.length === 1 ? ways[0]! : null;
  });

  /** Where the tile that is held may go. */
  readonly goals = $derived.by(() => {
    const { move, now, places, view } = this.choosing;
    if (!move.isOn) return new Set<string>();
    if (this.isFromHand) return new Set(places);
    if (this.isOn && now.step === "group") {
      return new Set(narrowed(view.legal, move.words).map((text) => wordsOf(text).at(-1)!));
    }
    return new Set(now.step === "target" ? now.next : []);
  });
}
