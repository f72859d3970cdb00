// Taking back a move: whose it would be, or why there is none to take back.
import type { GameOut } from "../api";
import { say } from "../message";
import type { Table } from "./table.svelte";

export class TakeBack {
  constructor(
    readonly table: Table,
    readonly facts: () => GameOut | null,
  ) {}

  /** The seat at this screen that moved last, if its move can be taken back. */
  readonly seat = $derived.by(() => {
    const { table } = this;
    if (table.state === null || table.state.status !== "playing") return null;
    const canTakeBack = (seat: number): boolean => table.states.get(seat)?.can_undo === true;
    return table.history.findLast((played) => canTakeBack(played.seat))?.seat ?? null;
  });

  /** Why there is nothing to take back. */
  readonly whyNot = $derived.by(() => {
    if (this.seat !== null || this.table.state === null) return null;
    if (this.table.state.status === "over") return say("The game is over.");
    const isSimultaneous = this.facts()?.simultaneous ?? false;
    return isSimultaneous ? say("A choice can be taken back until everyone has chosen.") : say("You have not moved yet.");
  });

  offer(): void {
    if (this.seat !== null) this.table.wish({ type: "undo_offer", seat: this.seat });
  }
}
