// What a click or a drop at the pointer or the focus would do, according to the server.
import type { Cursor } from "$web/board-kit/cursor.svelte";
import { onceAtRest } from "$web/board-kit/hover";
import type { TileDrag } from "./drag.svelte";
import { chosen } from "./legal-moves";
import type { ExagoInput } from "./move-input.svelte";

export class MovePreview {
  constructor(
    readonly input: ExagoInput,
    readonly drag: TileDrag,
    readonly cursor: Cursor,
  ) {}

  /** The cell under the pointer or the focus, while it can be chosen. */
  readonly pointed = $derived.by(() => {
    const { input, drag, cursor } = this;
    if (drag.isOn) return drag.dropped === null ? null : drag.over;
    const cell = input.over ?? (cursor.isShown ? cursor.at : null);
    return cell !== null && input.wordOf(cell) !== null ? cell : null;
  });
  readonly #words = $derived.by(() => {
    const { input, drag, pointed } = this;
    if (pointed === null) return null;
    return drag.isOn ? drag.dropped : chosen(input.now, input.wordOf(pointed)!);
  });

  /** Ask the server once the pointer rests: for use in an effect. */
  lookAhead(): (() => void) | undefined {
    const { move } = this.input;
    const text = this.#words?.join(" ");
    if (text === undefined || !move.isOn) return undefined;
    return onceAtRest(() => move.look(text));
  }

  readonly #preview = $derived.by(() => {
    const { move } = this.input;
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
    const { drag, pointed } = this;
    const { now, view } = this.input;
    if (pointed === null || drag.isOn) return null;
    return now.step === "target" || (now.step === "begin" && !(pointed in view.board.tiles)) ? pointed : null;
  });

  /** The groups of which one is to be chosen. */
  readonly groups = $derived.by(() => {
    const { drag } = this;
    const { move, now } = this.input;
    const isOpen = now.step === "group" && move.isOn && !(drag.isOn && drag.dropped !== null);
    return isOpen ? (move.previewOf(move.text)?.groups ?? []) : [];
  });
}
