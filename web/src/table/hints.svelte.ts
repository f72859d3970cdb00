// Help with a move, in steps: where to look, the move as a ghost, its line. It is shown until the next action.
import type { Hint } from "../api";
import type { Ghost } from "../board-kit/board";
import type { MoveMaker, Refusal } from "./move.svelte";
import type { Phrase } from "./sentences";
import type { Table } from "./table.svelte";

const STEPS = ["where", "move", "line"] as const;

export class Hints {
  /** Is the server asked? */
  isAsked = $state(false);
  #got = $state.raw<{ hint: Hint; mark: Refusal; text: string } | null>(null);
  #reached = { position: "", step: -1 };

  constructor(
    readonly table: Pick<Table, "state" | "position" | "hint">,
    readonly move: MoveMaker,
    /** The game's wording of moves. */
    readonly words: () => Phrase | null,
    /** Is the screen being passed on? Then nobody is there to ask. */
    readonly isCovered: () => boolean = () => false,
  ) {}

  /** May the seat at this screen ask? */
  readonly isAllowed = $derived.by(() => (this.table.state?.hints ?? false) && this.move.isOn && !this.isCovered());

  readonly #shown = $derived.by(() => (this.#got !== null && this.move.refusal === this.#got.mark ? this.#got : null));

  /** The latest hint in words, until the next action; or "". */
  readonly text = $derived.by(() => this.#shown?.text ?? "");

  /** Is everything told? */
  readonly isLast = $derived.by(() => this.#shown?.hint.step === "line");

  /** The move, once it is told. */
  readonly ghost = $derived.by((): Ghost | null => {
    const { seat, move } = this.#shown?.hint ?? { seat: 0, move: null };
    return move === null ? null : { seat, text: move };
  });

  /** Ask for the next step; the last one again if an action has hidden it. */
  async ask(): Promise<void> {
    const { table, move } = this;
    if (!this.isAllowed || this.isAsked || this.isLast) return;
    const position = table.position;
    const before = this.#reached.position === position ? this.#reached.step : -1;
    const step = Math.min(2, Math.max(0, before + (this.#shown === null ? 0 : 1)));
    this.isAsked = true;
    try {
      const [hint, { hintText }] = await Promise.all([
        table.hint(STEPS[step]!, move.isWhole ? move.text : null),
        import("./hint-words"),
      ]);
      if (hint === null || position !== table.position) return;
      this.#reached = { position, step };
      this.#got = { hint, mark: move.mark(hint.cells), text: hintText(hint, this.words()) };
    } catch {
      // Its words could not be loaded: the next attempt may succeed.
    } finally {
      this.isAsked = false;
    }
  }
}
