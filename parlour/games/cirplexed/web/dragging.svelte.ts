// A tile that is dragged, from the hand or from where it lies for now, onto a cell.
import type { Point } from "$web/board-kit/geometry";
import type { Trying } from "./move-input.svelte";

const SLACK = 6; // pixels that a pointer may move and still click
const ABOVE = 60; // a finger would hide the tile

export class Dragging {
  held = $state.raw<{ pointer: number; tile: string; from: Point; at: Point; isDragged: boolean } | null>(null);

  constructor(readonly trying: Trying) {}

  /** The tile that is on its way; null while it might still be clicked. */
  readonly tile = $derived.by(() => (this.held?.isDragged ? this.held.tile : null));

  grab(event: PointerEvent, tile: string): void {
    this.trying.isTouched = event.pointerType !== "mouse";
    if (!this.trying.move.isOn || event.button !== 0) return;
    const at = { x: event.clientX, y: event.clientY };
    this.held = { pointer: event.pointerId, tile, from: at, at, isDragged: false };
  }

  /** A tile that lies there for now can be dragged away. */
  grabCell(event: PointerEvent, cell: string): void {
    const { laid } = this.trying;
    this.trying.isTouched = event.pointerType !== "mouse";
    if (laid !== null && cell === laid.cell) this.grab(event, laid.tile);
  }

  /** The pointer moves: for the window, as it may leave the board. */
  drag = (event: PointerEvent): void => {
    const { held, trying } = this;
    if (held === null || event.pointerId !== held.pointer) return;
    if (event.pointerType === "mouse" && event.buttons === 0) {
      this.held = null; // let go outside of the window
      return;
    }
    const at = { x: event.clientX, y: event.clientY - (trying.isTouched ? ABOVE : 0) };
    if (!held.isDragged && Math.hypot(event.clientX - held.from.x, event.clientY - held.from.y) <= SLACK) return;
    if (!held.isDragged) trying.lift(held.tile);
    this.held = { ...held, at, isDragged: true };
    trying.over = document.elementFromPoint(at.x, at.y)?.closest("[data-cell]")?.getAttribute("data-cell") ?? null;
  };

  /** The pointer is up, or it was taken away. */
  drop = (event: PointerEvent): void => {
    const { held, trying } = this;
    if (held === null || event.pointerId !== held.pointer) return;
    this.held = null;
    if (!held.isDragged || event.type === "pointercancel") return;
    if (trying.over !== null && trying.legalCells.has(trying.over)) trying.place(held.tile, trying.over);
    if (trying.isTouched) trying.over = null;
  };
}
