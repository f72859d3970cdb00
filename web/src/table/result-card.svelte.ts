// When the result is shown over the board: a while after the last move, or immediately if the game was already over.
import type { Table } from "./table.svelte";

const DELAY = 1400; // milliseconds after the last move

export class ResultCard {
  isOpen = $state(false);
  #seen = 0; // the match whose result was shown; negative while it is in progress

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
