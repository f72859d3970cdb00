// The contract between the shell and a game's Board.svelte. A board draws a view and collects the words of a move; it
// knows no rules.
import type { Component } from "svelte";
import type { DownMessage, Played, SeatInfo } from "../api";
import type { MoveMaker } from "../table/move.svelte";

export type State = Extract<DownMessage, { type: "state" }>;
export type AnyView = State["view"];
export type AnyEvent = State["events"][number];

export interface Ghost {
  seat: number;
  text: string;
}

/** What a game's Count.svelte is given: it draws into the board's SVG, and needs neither a table nor a live match. */
export interface CountProps<View = AnyView> {
  view: View;
  /** Whose score, and the name of its column. */
  seat: number;
  column: string;
}

/** The score of a finished match that is being counted on the board. */
export interface Counting extends Omit<CountProps, "view"> {
  // The shell does not look into a game's types: each board has its own.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  Drawing: Component<CountProps<any>>;
}

export interface BoardProps<View = AnyView, Event = AnyEvent, Preview = unknown> {
  /** What the seat at this screen may see. */
  view: View;
  /** The move that is being put together. */
  move: MoveMaker<Preview>;
  /** What the newest moves did, in the order in which to show it; also after a reload only what is new. */
  events: Event[];
  /** Grows with every state: an effect that reads it runs once for each, and may animate `events`. */
  news: number;
  /** The latest moves, to be marked: those since this seat's own last one, or the last one of all. */
  last: Played[];
  /** Who sits where, with names. */
  seats: SeatInfo[];
  /** A move that might be made instead, drawn as a ghost in the colour of its seat. */
  ghost?: Ghost | null;
  /** The score to count, after a match: whatever is needed only to play makes room where room is short. */
  count?: Counting | null;
  /** Only a picture, as on the lobby's cards: nothing can be clicked, and only the board itself is drawn. */
  isPicture?: boolean;
  /**
   * A position looked back on: nobody is to move, so that buttons and hints for making moves are left out, and the moves
   * of one's own seat are shown like those of others.
   */
  isReplay?: boolean;
}

// The shell does not look into a game's types: each board has its own.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Board = Component<BoardProps<any, any, any>>;
