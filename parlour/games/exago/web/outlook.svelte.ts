// What would happen if one clicked, or let go, where the pointer or the focus is. The server tells it.
import type { Cursor } from "$web/board-kit/cursor.svelte";
import type { Choosing } from "./move-input.svelte";
import type { Dragging } from "./dragging.svelte";
import { chosen } from "./steps";

const PAUSE = 40; // milliseconds that a pointer rests before the server is asked

export class Outlook {
  /** The cell under the pointer. */
  hovered = $state<string | null>(null);

  constructor(
    readonly choosing: Choosing,
    readonly dragging: Dragging,
    readonly cursor: Cursor,
  ) {}

  /** The cell under the pointer or the focus, while it can be chosen. */
  readonly pointed = $derived.by(() => {
    const { choosing, dragging, cursor } = this;
    if (dragging.isOn) return dragging.dropped === null ? null : dragging.over;
    const cell = this.hovered ?? (cursor.isShown ? cursor.at : null);
    return cell !== null && choosing.wordNow(cell) !== null ? cell : null;
  });
  readonly #words = $derived.by(() => {
    const { choosing, dragging, pointed } = this;
    if (pointed === null) return null;
    return dragging.isOn ? dragging.dropped : chosen(choosing.now, choosing.wordNow(pointed)!);
  });

  /** Ask the server once the pointer rests: for an effect. */
  lookAhead(): (() => void) | undefined {
    const { move } = this.choosing;
    const text = this.#words?.join(" ");
    if (text === undefined || !move.isOn) return undefined;
    const timer = setTimeout(() => move.look(text), PAUSE);
    return () => clearTimeout(timer);
  }

  readonly #preview = $derived.by(() => {
    const { move } = this.choosing;
    const ahead = this.#words === null ? null : move.previewOf(this.#words.join(" "));
    if (ahead !== null) return ahead;
    for (let k = move.words.length; k > 0; k--) {
      const told = move.previewOf(move.words.slice(0, k).join(" "));
      if (told !== null) return told;
    }
    return null;
  });
  readonly cut = $derived.by(() => this.#preview?.cut ?? {});
  readonly loose = $derived.by(() => new Set(this.#preview?.loose ?? []));
  readonly line = $derived.by(() => this.#preview?.line ?? []);

  /** The cell on which a tile would come to lie. */
  readonly ghost = $derived.by(() => {
    const { dragging, pointed } = this;
    const { now, view } = this.choosing;
    if (pointed === null || dragging.isOn) return null;
    return now.step === "target" || (now.step === "begin" && !(pointed in view.board.tiles)) ? pointed : null;
  });

  /** The groups of which one is to be chosen. */
  readonly groups = $derived.by(() => {
    const { dragging } = this;
    const { move, now } = this.choosing;
    const isOpen = now.step === "group" && move.isOn && !(dragging.isOn && dragging.dropped !== null);
    return isOpen ? (move.previewOf(move.text)?.groups ?? []) : [];
  });
}
