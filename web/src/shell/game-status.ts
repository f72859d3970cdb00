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
  const winners = view.outcome?.winners ?? [];
  const others = taken.length > 0 ? withText() : mine.length > 1 ? say("at this screen") : "";
  const isMyTurn = status === "playing" && view.waiting.some((seat) => mine.includes(seat));
  return { others, isMyTurn, isOver: status === "over", words: words() };

  /** In a game that is over for one seat of mine, the others were opponents, but for those who share the win. */
  function withText(): string {
    if (status !== "over" || mine.length !== 1) return say("with {names:, and}", { names: taken.map(titleOf) });
    const isPartner = ({ seat }: SeatInfo): boolean => winners.includes(mine[0]!) && winners.includes(seat);
    const partners = taken.filter(isPartner).map(titleOf);
    const opponents = taken.filter((seat) => !isPartner(seat)).map(titleOf);
    if (partners.length === 0) return say("against {names:, and}", { names: opponents });
    if (opponents.length === 0) return say("with {names:, and}", { names: partners });
    return say("with {partners:, and}, against {opponents:, and}", { partners, opponents });
  }

  function words(): string {
    if (status === "gathering") return say("A seat is still open");
    if (status === "over") {
      const own = mine.map((seat) => seats[seat]);
      if (own.length > 0 && own.every((seat) => seat?.kind === "bot" && seat.has_person)) return say("Over: a bot played for you");
      if (seats.length === 1) return say("Over");
      if (winners.length === 0) return say("Over: a draw");
      if (mine.length === 1 && winners.includes(mine[0]!)) return winners.length > 1 ? say("Over: a shared win") : say("Over: you won");
      if (mine.length === 1) return say("Over: you lost");
      return say("Over: {names:, and} won", { names: winners.map(nameOf) });
    }
    const first = view.waiting.find((seat) => mine.includes(seat));
    if (first !== undefined) return mine.length > 1 ? say("{name} is to play", { name: nameOf(first) }) : say("Your turn");
    return view.waiting.length === 1 ? say("{name} is to play", { name: nameOf(view.waiting[0]!) }) : say("The others are to play");
  }
}
