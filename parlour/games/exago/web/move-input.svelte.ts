// The move in progress: what a click on a cell means, step by step, and which earlier steps it changes.
import type { ExagoPreview, ExagoView } from "$web/api";
import type { MoveInput } from "$web/board-kit/move-input";
import { say } from "$web/message";
import type { MoveMaker } from "$web/table/move.svelte";
import { chosen, reading, type Reading } from "./legal-moves";

export class ExagoInput implements MoveInput<ExagoPreview> {
  over = $state<string | null>(null);
  #view: () => ExagoView;
  #staying = ""; // a complete move that waits for confirmation: fingers cannot hover

  constructor(
    readonly move: MoveMaker<ExagoPreview>,
    view: () => ExagoView,
  ) {
    this.#view = view;
  }

  get view(): ExagoView {
    return this.#view();
  }

  readonly targetFirst = $derived.by(() => this.view.options.reconnect === true);
  readonly now = $derived.by(() => this.#read(this.move.words));
  readonly begin = $derived.by(() => this.#read([]));

  /** What a move with a tile of the hand can begin with. */
  readonly places = $derived.by(() => this.begin.next.filter((word) => !(word in this.view.board.tiles)));
  readonly canPlace = $derived.by(() => this.move.isOn && this.places.length > 0);

  #read(words: string[]): Reading {
    return reading(this.view.legal, words, this.view.board.tiles, this.targetFirst);
  }

  /** The word that a click on a cell stands for, after some words. */
  #wordAfter(cell: string, after: Reading, words: string[]): string | null {
    if (!this.move.isOn) return null;
    if (after.step !== "group") return after.next.includes(cell) ? cell : null;
    const groups = this.move.previewOf(words.join(" "))?.groups ?? [];
    const word = groups.find((group) => group.cells.includes(cell))?.word ?? cell;
    return after.next.includes(word) ? word : null;
  }

  wordOf(cell: string): string | null {
    return this.#wordAfter(cell, this.now, this.move.words);
  }

  point(cell: string | null): void {
    this.over = cell;
  }

  choose(cell: string, isTouch = false): void {
    const { move, now } = this;
    const word = this.wordOf(cell);
    if (word !== null) this.take(chosen(now, word), isTouch);
    else if (now.step === "whole" && cell === now.target && this.#staying === move.text) move.finish();
    else if (this.#isTakenBack(cell)) this.clear();
    else this.#reconsider(cell);
  }

  #reconsider(cell: string): void {
    const words = this.#otherwise(cell);
    if (words === null) this.refuse(cell);
    else this.take(words);
  }

  /** A cell that answers no step leaves the move as it is, and the server says why it is none. */
  refuse(cell: string): void {
    const { lift, group } = this.now;
    this.move.refuse([lift, group, cell].filter((word) => word !== null), [cell]);
  }

  /** A hand was clicked: its tiles come from there by themselves. */
  refuseHand(seat: number, name: string): void {
    const isOwn = seat === this.view.seat;
    const sentence = !isOwn
      ? say("This is the hand of {name}: you play with your own tiles.", { name })
      : this.canPlace
        ? say("Choose the cell for your tile, or drag the tile there.")
        : say("Your hand is empty: choose one of your tiles on the board.");
    this.move.refuse({ sentence }, []);
  }

  isChange(cell: string): boolean {
    return this.move.isOn && (this.#isTakenBack(cell) || this.#otherwise(cell) !== null);
  }

  #isTakenBack(cell: string): boolean {
    return cell === this.now.lift || cell === this.now.target;
  }

  /** The steps before, the latest first. */
  readonly #earlier = $derived.by(() => {
    const beginnings = this.move.words.map((_, k) => this.move.words.slice(0, k)).reverse();
    return beginnings.map((words) => ({ words, step: this.#read(words) }));
  });

  /** A change of mind: the words of the move if the latest step for which this cell is a choice is repeated. */
  #otherwise(cell: string): string[] | null {
    for (const { words, step } of this.#earlier) {
      const word = this.#wordAfter(cell, step, words);
      if (word !== null) return chosen(step, word);
    }
    return null;
  }

  take(words: string[], isTouch = false): void {
    const tears = (this.move.previewOf(words[0] ?? "")?.loose.length ?? 0) > 0;
    const stay = isTouch && tears && this.#read(words).step === "whole";
    this.#staying = stay ? words.join(" ") : "";
    this.move.set(words, { stay });
  }

  clear(): void {
    this.move.clear();
  }
}
