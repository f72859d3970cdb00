// A position of a record as a source of moves: what may follow, and why not, is asked for without a table.
import type { Reason, Words } from "../api";
import { completeAt, type SeatAt, whyNotAt } from "../rest";
import { settings } from "../settings.svelte";
import type { MoveSource } from "../table/move.svelte";

export class TryMove implements MoveSource {
  constructor(
    private readonly at: SeatAt,
    readonly legal: string[],
    /** A move was made. */
    private readonly onmove: (text: string) => void,
  ) {}

  /** Grows with each try, so that the words of the last one are forgotten. */
  tries = $state(0);

  get position(): string {
    return `${this.at.ply} ${this.at.seat} ${this.tries}`;
  }

  get confirms(): boolean {
    return settings.confirms;
  }

  ask(text: string): Promise<Words | null> {
    return completeAt(this.at, text).catch(() => null);
  }

  explain(text: string): Promise<Reason | null> {
    return whyNotAt(this.at, text).catch(() => null);
  }

  play(text: string): void {
    this.onmove(text);
  }
}
