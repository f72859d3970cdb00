// The status of a game of yours, in a few words.
import type { SeatInfo } from "../api";
import type { State } from "../board-kit/board";
import { say } from "../message";
import { nameOf as called, titleOf } from "../table/sentences";

export interface GameStatus {
  /** The other players. */
  others: string;
  /** Whose turn it is, or how it ended. */
  words: string;
  isMyTurn: boolean;
  isOver: boolean;
}

/** A person as they wrote their name, a bot by its seat: the list of one's games knows no more of the game. */
const calledBare = (seat: SeatInfo): string => (seat.bot === null ? seat.name : called(seat, null));

/** From the state as one of one's own seats sees it; `mine` are all of them. */
export function statusOf(state: State, mine: number[]): GameStatus {
  const { view, seats, status } = state;
  const nameOf = (seat: number): string => (seats[seat] === undefined ? say("Seat {number}", { number: seat + 1 }) : calledBare(seats[seat]));
  const taken = seats.filter((seat) => seat.kind !== "open" && !mine.includes(seat.seat));
  const others = taken.length > 0 ? say("with {names:, and}", { names: taken.map(titleOf) }) : mine.length > 1 ? say("at this screen") : "";
  const isMyTurn = status === "playing" && view.waiting.some((seat) => mine.includes(seat));
  return { others, isMyTurn, isOver: status === "over", words: words() };

  function words(): string {
    if (status === "gathering") return say("A seat is still open");
    if (status === "over") {
      const winners = view.outcome?.winners ?? [];
      if (winners.length === 0) return say("Over: a draw");
      if (mine.length === 1 && winners.includes(mine[0]!)) return winners.length > 1 ? say("Over: a shared win") : say("Over: you won");
      return say("Over: {names:, and} won", { names: winners.map(nameOf) });
    }
    const first = view.waiting.find((seat) => mine.includes(seat));
    if (first !== undefined) return mine.length > 1 ? say("{name} is to play", { name: nameOf(first) }) : say("Your turn");
    return view.waiting.length === 1 ? say("{name} is to play", { name: nameOf(view.waiting[0]!) }) : say("The others are to play");
  }
}
