// When the result is laid over the board: some time after the last move, or at once if the game was already over.
import type { Table } from "./table.svelte";

const DELAY = 1400; // milliseconds after the last move

export class ResultCard {
  isOpen = $state(false);
  #seen = 0; // the match whose result was seen; negative while it is played

  /** To be made by a component. */
  constructor(table: Table) {
    $effect(() => {
      if (table.state === null) return;
      const { match, status } = table.state;
      if (status !== "over") {
        this.#seen = -match;
        this.isOpen = false;
      } else if (this.#seen !== match) {
        const delay = this.#seen === -match ? DELAY : 0;
        this.#seen = match;
        setTimeout(() => (this.isOpen = table.state?.status === "over"), delay);
      }
    });
  }
}
