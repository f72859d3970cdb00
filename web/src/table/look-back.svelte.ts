// Looking back at earlier positions. The code of replays is loaded when it is asked for.
import { untrack } from "svelte";
import type { Playback } from "../replay/playback.svelte";
import { go } from "../router.svelte";
import type { Table } from "./table.svelte";

type Parts = typeof import("../replay/in-table");

export class LookBack {
  /** While the match is on: what is looked at, and the components that show it; null: the present. */
  shown = $state.raw<{ playback: Playback; parts: Parts; match: number } | null>(null);
  #table: Table;
  #may: () => boolean;

  /** To be created by a component; `may` says whether whoever is at the screen may see the board. */
  constructor(table: Table, may: () => boolean) {
    this.#table = table;
    this.#may = may;
    $effect(() => {
      const isPresent = this.shown === null;
      const isGone = table.state?.match !== this.shown?.match || table.state?.status === "over" || !may();
      if (!isPresent && isGone) untrack(this.close);
    });
    $effect(() => this.close); // with the table
  }

  /** Show the position after some moves: here while the match is on, later on a screen of its own. */
  open = (ply: number): void => {
    const { id, state } = this.#table;
    if (state === null || !this.#may()) return;
    if (state.status === "over") go(`/game/${id}/${state.match}#${ply}`);
    else if (this.shown !== null && ply <= this.shown.playback.last) this.shown.playback.to(ply);
    else void this.#load(ply, state.match);
  };

  /** Back to the present. */
  close = (): void => {
    this.shown?.playback.stop();
    this.shown = null;
  };

  async #load(ply: number, match: number): Promise<void> {
    const { id, tokens, seat } = this.#table;
    try {
      const parts = await import("../replay/in-table");
      const replay = await parts.ofTable(id, match, tokens)(seat ?? "spectator");
      this.close();
      this.shown = { playback: new parts.Playback(replay, ply), parts, match };
    } catch (cause) {
      this.#table.trouble = { code: "replay", sentence: cause instanceof Error ? cause.message : "", rule: null };
    }
  }
}
