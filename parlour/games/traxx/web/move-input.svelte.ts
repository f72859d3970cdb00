// The line as it grows: what is chosen, where it can go, how clicks and the pen draw on. The words go into the move.
import type { TraxxBoard, TraxxPreview } from "$web/api";
import type { MoveMaker } from "$web/table/move.svelte";
import { wordsOf } from "$web/table/move-words";
import { afterClick, afterDrag, growingEnds, nextFields, PASS, reachableFields, wayTo } from "./growing";

const fieldAt = (x: number, y: number): string | null =>
  document.elementFromPoint(x, y)?.closest("[data-field]")?.getAttribute("data-field") ?? null;

export class Drawing {
  #dragFrom: string | null = null;
  #isDragging = false;

  constructor(
    readonly move: MoveMaker<TraxxPreview>,
    readonly board: () => TraxxBoard,
    /** Is one's own sheet the large one? */
    readonly isOwn: () => boolean,
  ) {}

  readonly isPassing = $derived.by(() => this.move.words[0] === PASS);
  readonly words = $derived.by(() => (this.isPassing ? [] : this.move.words));
  /** Chosen and sent, while the others still choose. */
  readonly hidden = $derived.by(() => {
    const { choice } = this.board();
    return choice === null || choice === PASS ? [] : wordsOf(choice);
  });
  readonly next = $derived.by(() => (this.#canGrow ? nextFields(this.move.legal, this.words) : new Set<string>()));
  readonly within = $derived.by(() =>
    this.#canGrow ? reachableFields(this.move.legal, this.words) : new Set<string>(),
  );
  readonly growing = $derived.by(() => (this.move.isOn && this.words.length < 2 ? growingEnds(this.move.legal) : []));

  get #canGrow(): boolean {
    return this.move.isOn && !this.isPassing;
  }

  get #canDraw(): boolean {
    return this.move.isOn && this.isOwn();
  }

  // -- choosing -------------------------------------------------------------------------------------------------------

  #take(words: string[], isDragged = false): void {
    const isUsedUp = words.length > this.board().card.length;
    this.move.set(words, { stay: isDragged || !isUsedUp });
  }

  choose(field: string): void {
    if (!this.#canDraw) return;
    const after = afterClick(this.move.legal, this.words, field);
    if (after === "finish") this.move.finish();
    else if (after !== null) this.#take(after);
  }

  point(field: string | null): void {
    const isOff = field === null || !this.#canDraw || this.words.includes(field);
    const way = isOff ? null : wayTo(this.move.legal, this.words, field);
    this.move.hover(this.isPassing ? null : way);
  }

  pass(): void {
    if (this.isPassing) this.move.finish();
    else this.move.set([PASS], { stay: this.move.legal.length > 1 }); // seldom wanted: it takes a second press
  }

  // -- dragging -------------------------------------------------------------------------------------------------------

  down = (event: PointerEvent): void => {
    this.#isDragging = false;
    const isPen = this.#canDraw && event.isPrimary && event.button === 0;
    const field = isPen ? fieldAt(event.clientX, event.clientY) : null;
    this.#dragFrom = field !== null && afterClick(this.move.legal, this.words, field) === null ? null : field;
  };

  drag = (event: PointerEvent): void => {
    if (this.#dragFrom === null) return;
    event.stopPropagation(); // the pen is down: the sheet stays where it is
    const passed = event.getCoalescedEvents?.() ?? [];
    for (const { clientX, clientY } of [...passed, event]) {
      const field = fieldAt(clientX, clientY);
      if (field === null || (!this.#isDragging && field === this.#dragFrom)) continue;
      if (!this.#isDragging) this.#begin(this.#dragFrom);
      const after = afterDrag(this.move.legal, this.move.words, field);
      if (after !== null) this.#take(after, true);
    }
  };

  #begin(field: string): void {
    this.#isDragging = true;
    const isChosen = this.words.length === 1 && this.words[0] === field;
    const after = isChosen ? this.words : afterClick(this.move.legal, this.words, field);
    if (after !== null && after !== "finish") this.#take(after, true);
  }

  lift = (): void => {
    this.#dragFrom = null;
  };

  /** The mouse comes to a field; a drag tells by itself where it is. */
  enter(event: PointerEvent, field: string): void {
    if (event.pointerType === "mouse" && !this.#isDragging) this.point(field);
  }

  /** The end of a drag is no click. */
  click(field: string): void {
    if (!this.#isDragging) this.choose(field);
    this.#isDragging = false;
  }
}
