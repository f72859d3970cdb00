// Dragging a piece or a card, from where it was grabbed, once the pointer has moved too far for a click, to the drop.
import type { Point } from "./geometry";

/** Pixels that a pointer may move during a click: cards and tiles are clicked more often than dragged. */
export const DRAG_SLACK = 8;

export const pointerAt = (event: MouseEvent): Point => ({ x: event.clientX, y: event.clientY });

/** Has the pointer gone too far for a click? */
export const isBeyondSlack = (from: Point, to: Point): boolean => Math.hypot(to.x - from.x, to.y - from.y) > DRAG_SLACK;

/** Somebody drags what cannot be dragged: say so as they let go. A board that is enlarged is moved instead. */
export function whenDragged(event: PointerEvent, tried: () => void): void {
  if (event.button !== 0 || (event.currentTarget as Element).closest(".larger") !== null) return;
  const from = pointerAt(event);
  const end = (up: PointerEvent): void => {
    if (up.pointerId !== event.pointerId) return;
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    if (up.type === "pointerup" && isBeyondSlack(from, pointerAt(up))) tried();
  };
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

export interface DragActions<Thing> {
  /** The pointer has gone too far for a click. */
  start(thing: Thing, event: PointerEvent): void;
  /** The drag continues; also called with the event that started it. */
  move(thing: Thing, event: PointerEvent): void;
  /** It was released after a drag, or cancelled. */
  drop(thing: Thing, event: PointerEvent, isCancelled: boolean): void;
}

interface Held<Thing> {
  thing: Thing;
  pointer: number;
  start: Point;
  isDragged: boolean;
}

export class Drag<Thing> {
  #held = $state.raw<Held<Thing> | null>(null);
  #actions: DragActions<Thing>;
  #wasDragged = false; // since the pointer went down

  constructor(actions: DragActions<Thing>) {
    this.#actions = actions;
  }

  /** Is something held, perhaps only to be clicked? */
  readonly isHeld = $derived.by(() => this.#held !== null);
  /** Is something dragged? */
  readonly isOn = $derived.by(() => this.#held?.isDragged === true);
  /** What is dragged; null while it might still be a click. */
  readonly thing = $derived.by(() => (this.#held?.isDragged === true ? this.#held.thing : null));

  /** The end of a drag is not a click: true for the one click that follows it, unless a key caused it. */
  swallowsClick(event: MouseEvent): boolean {
    const wasDragged = this.#wasDragged && event.detail !== 0;
    this.#wasDragged = false;
    return wasDragged;
  }

  /** The pointer goes down where nothing can be grabbed. */
  miss(): void {
    this.#wasDragged = false;
  }

  /** The pointer goes down on an item; only its main button grabs, and no other pointer in the meantime. */
  grab(event: PointerEvent, thing: Thing): void {
    this.miss();
    if (event.button !== 0 || (this.#held !== null && this.#held.pointer !== event.pointerId)) return;
    this.#held = { thing, pointer: event.pointerId, start: pointerAt(event), isDragged: false };
  }

  move = (event: PointerEvent): void => {
    const held = this.#held;
    if (held === null || event.pointerId !== held.pointer) return;
    if (event.pointerType === "mouse" && event.buttons === 0) {
      this.#held = null; // released without an event
      return;
    }
    if (!held.isDragged && !isBeyondSlack(held.start, pointerAt(event))) return;
    if (!held.isDragged) {
      this.#wasDragged = true;
      this.#actions.start(held.thing, event);
      this.#held = { ...held, isDragged: true };
    }
    this.#actions.move(held.thing, event);
  };

  /** The pointer was released or cancelled. */
  drop = (event: PointerEvent): void => {
    const held = this.#held;
    if (held === null || event.pointerId !== held.pointer) return;
    if (held.isDragged) this.#actions.drop(held.thing, event, event.type === "pointercancel");
    this.#held = null;
  };
}
