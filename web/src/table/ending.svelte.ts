// A finished match: which score is counted on the board, and what is loaded for that only now.
import { untrack } from "svelte";
import type { Counting } from "../board-kit/board";
import type { Counter } from "../board-kit/counts";
import { markOver } from "../settings.svelte";
import type { Table } from "./table.svelte";

/** A score: whose, and in which column. */
export type Score = Pick<Counting, "seat" | "column">;

interface Loaded {
  parts: typeof import("./ending-parts");
  counter: Counter | null;
}

export class Ending {
  /** Are the scores unfolded, where there is no room beside the board? */
  isOpen = $state(false);
  loaded = $state.raw<Loaded | null>(null);
  /** The score that was chosen, and the one that is pointed at. */
  chosen = $state.raw<Score | null>(null);
  pointed = $state.raw<Score | null>(null);

  readonly score = $derived.by(() => this.pointed ?? this.chosen);

  /** What the board counts. */
  readonly counting = $derived.by((): Counting | null => {
    const Drawing = this.loaded?.counter?.default;
    return this.score === null || Drawing === undefined ? null : { ...this.score, Drawing };
  });

  /** To be created by a component. */
  constructor(readonly table: Table) {
    const over = $derived(table.state?.status === "over" ? table.state.match : null);
    const isOn = $derived(table.state !== null && over === null && table.held.length > 0);
    $effect(() => {
      if (isOn) markOver(table.id, undefined);
      if (over !== null && table.held.length > 0 && table.connection === "open") untrack(() => this.#keep());
    });
    const game = $derived(table.state?.view.game ?? "");
    $effect(() => {
      if (over === null) this.loaded = null;
      this.isOpen = false;
      this.chosen = this.pointed = null;
    });
    $effect(() => {
      void table.connection; // a failed request is repeated after a reconnect
      if (over === null || untrack(() => this.loaded) !== null) return;
      void Promise.all([import("./ending-parts"), import("../board-kit/counts").then(({ counterOf }) => counterOf(game))]).then(
        ([parts, counter]) => {
          if (over !== null) this.loaded = { parts, counter };
        },
        () => {},
      );
    });
  }

  /** Keep the match in the list of my games; that list repeats what fails now. */
  #keep(): void {
    const { id, state, held } = this.table;
    void import("../my-games/keep").then(({ keepMatch }) => keepMatch(id, state!, held)).catch(() => {});
  }

  /** Who would like a rematch. */
  readonly offer = $derived.by(() =>
    this.table.state?.status === "over" ? this.table.offers.find(({ what }) => what === "rematch") : undefined,
  );

  /** Unfold the scores with one of them counted, or fold them. */
  toggle(first: Score | null): void {
    this.isOpen = !this.isOpen;
    this.chosen = this.isOpen ? first : null;
    this.pointed = null;
  }
}
