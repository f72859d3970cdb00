// The line as it grows: what is chosen, where it can go, and how clicks draw on. The words go into the move.
import type { TraxxBoard, TraxxPreview } from "$web/api";
import type { MoveInput } from "$web/board-kit/move-input";
import { say } from "$web/message";
import { settings } from "$web/settings.svelte";
import type { MoveMaker } from "$web/table/move.svelte";
import { wordsOf } from "$web/table/move-words";
import { centreOf } from "./layout";
import { afterClick, growingEnds, nextFields, PASS, reachableFields, wayTo } from "./legal-moves";

export class TraxxInput implements MoveInput<TraxxPreview> {
  constructor(
    readonly move: MoveMaker<TraxxPreview>,
    readonly board: () => TraxxBoard,
    /** Is one's own sheet the large one? */
    readonly isOwn: () => boolean,
    /** The ends of one's own line, whether they can grow or not. */
    readonly ends: () => string[],
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

  get canDraw(): boolean {
    return this.move.isOn && this.isOwn();
  }

  wordOf(field: string): string | null {
    const isNext = this.next.has(field) || (this.words.length === 0 && this.growing.includes(field));
    return this.isOwn() && isNext ? field : null;
  }

  isChange(field: string): boolean {
    return this.isOwn() && (this.growing.includes(field) || this.words.includes(field));
  }

  /** Show the way to a field, where one leads there. */
  point(field: string | null): void {
    const isOff = field === null || !this.canDraw || this.words.includes(field);
    const way = isOff ? null : wayTo(this.move.legal, this.words, field);
    this.move.hover(this.isPassing ? null : way);
  }

  choose(field: string): void {
    const after = this.afterClick(field);
    if (after === "finish") this.move.finish();
    else if (after !== null) this.take(after);
    else this.refuse(field);
  }

  /** Ask why the line cannot go to a field, from where it is or from the nearer end. */
  refuse(field: string): void {
    const { radius } = this.board();
    const to = centreOf(field, radius);
    const away = (end: string): number => {
      const { x, y } = centreOf(end, radius);
      return Math.hypot(x - to.x, y - to.y);
    };
    const nearer = this.ends().reduce<string | null>((best, end) => (best === null || away(end) < away(best) ? end : best), null);
    const from = this.words.length > 0 ? this.words : nearer === null ? [] : [nearer];
    const isElse = { sentence: say("This sheet is not yours: go back to your own to draw.") };
    this.move.refuse(this.isOwn() ? [...from, field] : isElse, [field]);
  }

  /** What a click on a field would make of the words chosen; null: nothing. */
  afterClick(field: string): string[] | "finish" | null {
    return this.canDraw ? afterClick(this.move.legal, this.words, field) : null;
  }

  /** A stroke waits for Done. One that uses up the card is sent where the settings say so, but not under the pen. */
  take(words: string[], isPenDown = false): void {
    const isUsedUp = words.length > this.board().card.length;
    this.move.set(words, { stay: isPenDown || !isUsedUp || !settings.sendsFull });
  }

  clear(): void {
    this.move.clear();
  }

  pass(): void {
    if (this.words.length > 0) {
      this.move.refuse({ sentence: say("Take your stroke back first: then you can pass.") }, []);
      return;
    }
    if (!this.move.isOn) this.move.refuse([PASS], []);
    if (this.isPassing) this.move.finish();
    else this.move.set([PASS], { stay: this.move.legal.length > 1 }); // seldom wanted: it takes a second press
  }
}
