// Drawing with the pen down: the line grows over each field that the pointer passes, and shrinks when it turns back.
import { pointerAt } from "$web/board-kit/drag.svelte";
import { isMouse } from "$web/board-kit/touch";
import { cellUnder } from "$web/board-kit/under-pointer";
import { afterDrag } from "./legal-moves";
import type { TraxxInput } from "./move-input.svelte";

export class PenDrag {
  #from: string | null = null; // the field on which the pen went down
  #isOn = false; // it has left that field
  #down: string | null = null; // where it went down, even if no line begins there
  #over: string | null = null; // where it was last

  constructor(readonly input: TraxxInput) {}

  grab = (event: PointerEvent): void => {
    this.#isOn = false;
    const isPen = this.input.canDraw && event.isPrimary && event.button === 0;
    const field = isPen ? cellUnder(pointerAt(event)) : null;
    this.#down = this.#over = field;
    this.#from = field !== null && this.input.afterClick(field) === null ? null : field;
  };

  move = (event: PointerEvent): void => {
    if (this.#down !== null) this.#over = cellUnder(pointerAt(event)) ?? this.#over;
    if (this.#from === null) return;
    event.stopPropagation(); // the pen is down: the sheet stays where it is
    const passed = event.getCoalescedEvents?.() ?? [];
    for (const each of [...passed, event]) this.#drawTo(this.#from, cellUnder(pointerAt(each)));
  };

  /** Where the line did not come along, or did not even begin, the server says why. */
  drop = (event: PointerEvent): void => {
    const [from, down, over] = [this.#from, this.#down, this.#over];
    this.#from = this.#down = null;
    const isPan = (event.currentTarget as Element).closest(".larger") !== null;
    if (event.type === "pointercancel" || down === null || over === null || over === down) return;
    if (from === null && !isPan) this.input.refuse(down);
    else if (this.#isOn && !this.input.words.includes(over)) this.input.refuse(over);
  };

  #drawTo(from: string, field: string | null): void {
    if (field === null || (!this.#isOn && field === from)) return;
    if (!this.#isOn) this.#begin(from);
    const { move } = this.input;
    const after = afterDrag(move.legal, move.words, field);
    if (after !== null) this.input.take(after, true);
  }

  #begin(field: string): void {
    this.#isOn = true;
    const { words } = this.input;
    const isChosen = words.length === 1 && words[0] === field;
    const after = isChosen ? words : this.input.afterClick(field);
    if (after !== null && after !== "finish") this.input.take(after, true);
  }

  /** The mouse enters a field; a drag reports its position itself. */
  enter(event: PointerEvent, field: string): void {
    if (isMouse(event) && !this.#isOn) this.input.point(field);
  }

  /** The end of a drag is no click. */
  click(field: string): void {
    if (!this.#isOn) this.input.choose(field);
    this.#isOn = false;
  }
}
