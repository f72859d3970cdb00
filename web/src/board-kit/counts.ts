// Each game counts its scores on its own board; the code for that is loaded when a match is over.
import type { Component } from "svelte";
import type { Message } from "../api";
import type { AnyView, CountProps } from "./board";

/** A score, counted from what lies on the board. */
export interface Counted {
  total: number;
  /** What it is made of, to follow the name of the player. */
  sentence: Message;
}

/** A game's Count.svelte. */
export interface Counter {
  // The shell does not look into a game's types: each board has its own.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  default: Component<CountProps<any>>;
  /** Null where the board does not show it. */
  counted: (view: AnyView, seat: number, column: string) => Counted | null;
}

const all = import.meta.glob<Counter>("../../../parlour/games/*/web/Count.svelte");

/** How a game counts, or null if it has no Count.svelte. */
export async function counterOf(game: string): Promise<Counter | null> {
  return (await all[`../../../parlour/games/${game}/web/Count.svelte`]?.()) ?? null;
}
