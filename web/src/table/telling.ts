// What happens at a table, in words.
import type { GameOut, Offered, Played, SeatInfo } from "../api";
import type { State } from "../board-kit/board";
import { SIGNS, type Colour } from "../board-kit/signs";

export type Facts = Pick<GameOut, "title" | "simultaneous" | "seat_names" | "bots">;

export const listed = (names: string[]): string =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** What a seat's player is called: a bot by its seat, for which bot it is stands beside it. */
export function nameOf(seat: SeatInfo, facts: Facts | null): string {
  const usual = facts?.seat_names[seat.seat];
  if (seat.kind === "open") return "Open seat";
  return seat.name === usual || usual === undefined ? capital(seat.name) : seat.name;
}

/** The same where nothing stands beside it, and the game's own words are not known: with the bot that plays. */
export const titleOf = (seat: SeatInfo): string =>
  seat.bot === null ? seat.name : `${nameOf(seat, null)} (${botName(seat.bot)})`;

/** The colour of a seat, in games whose seats have one. */
export function colourOf(seat: number, facts: Facts | null): Colour | null {
  const name = facts?.seat_names[seat];
  return name !== undefined && name in SIGNS ? (name as Colour) : null;
}

export function botName(bot: string): string {
  return /^\d$/.test(bot) ? `bot, level ${bot}` : `${bot} bot`;
}

/** The same, beside the word bot. */
export const botKind = (bot: string): string => (/^\d$/.test(bot) ? `level ${bot}` : bot);

export interface Turn {
  /** One's own turn: the page says so, wherever one looks. */
  isMine: boolean;
  sentence: string;
}

/** Whose turn it is. `held` are the seats at this screen, `seat` the one that is shown. */
export function turnOf(state: State, held: number[], facts: Facts | null): Turn {
  const { view, seats, status } = state;
  const called = (seat: number): string => (seats[seat] === undefined ? `Seat ${seat + 1}` : nameOf(seats[seat], facts));
  if (status === "over") return { isMine: false, sentence: resultOf(state, held, facts) };
  if (status === "gathering") {
    const missing = seats.filter((seat) => seat.kind === "open").length;
    return { isMine: false, sentence: missing === 1 ? "One seat is still open" : `${missing} seats are still open` };
  }
  const mine = view.waiting.filter((seat) => held.includes(seat) && seats[seat]?.kind === "person");
  if (mine.length > 0) {
    const who = state.seat !== null && mine.includes(state.seat) ? state.seat : mine[0]!;
    return { isMine: true, sentence: held.length > 1 ? `${called(who)}’s turn` : "Your turn" };
  }
  const [people, bots] = [
    view.waiting.filter((seat) => seats[seat]?.kind !== "bot"),
    view.waiting.filter((seat) => seats[seat]?.kind === "bot"),
  ];
  if (people.length === 0 && bots.length > 0)
    return { isMine: false, sentence: `${listed(bots.map(called))} ${bots.length > 1 ? "are" : "is"} thinking` };
  if (people.length === 1) return { isMine: false, sentence: `${called(people[0]!)} is to move` };
  return { isMine: false, sentence: `Waiting for ${listed(people.map(called))}` };
}

/** Who has won. */
export function resultOf(state: State, held: number[], facts: Facts | null): string {
  const winners = state.view.outcome?.winners ?? [];
  if (winners.length === 0) return "Nobody wins";
  const alone = state.view.scores[0] ?? 0;
  if (state.view.players === 1) return `The end: ${scoreText(alone)} ${alone === 1 ? "point" : "points"}`;
  if (held.length === 1 && winners.length === 1 && winners[0] === held[0]) return "You win";
  const names = listed(winners.map((seat) => nameOf(state.seats[seat]!, facts)));
  return winners.length > 1 ? `${names} share the win` : `${names} wins`;
}

const REASONS: Record<string, string> = {
  line: "A line is complete.",
  turn_limit: "The last round allowed is over.",
  rounds: "All rounds are played.",
  cards: "The cards are used up.",
  skipped: "Everyone has stopped.",
};

/** Those who gave up: in a match of more than two a bot plays on for them, under their name. */
export const resignedOf = ({ seats }: State): SeatInfo[] => seats.filter((seat) => seat.resigned);

export const resignedText = (seats: SeatInfo[], facts: Facts | null): string =>
  seats.length === 0 ? "" : `${listed(seats.map((seat) => nameOf(seat, facts)))} ${seats.length > 1 ? "have" : "has"} resigned`;

/** What stands after the moves: how often some were taken back, and who has resigned; or "". */
export function afterText(state: State, facts: Facts | null): string {
  const { branch } = state;
  const undos = branch === 0 ? "" : `Moves were taken back ${branch === 1 ? "once" : `${branch} times`}`;
  return [undos, resignedText(resignedOf(state), facts)].filter((text) => text !== "").join(". ");
}

/** How it came to an end. */
export function reasonOf(state: State, facts: Facts | null): string {
  const outcome = state.view.outcome;
  if (outcome === null) return "";
  if (outcome.reason !== "resigned") return REASONS[outcome.reason] ?? "";
  return `${resignedText(resignedOf(state), facts)}.`;
}

/** A move in words, with who made it. */
export function moveText(move: Played, seats: SeatInfo[], facts: Facts | null, words: Phrase | null): string {
  const seat = seats[move.seat];
  const person = seat === undefined ? `Seat ${move.seat + 1}` : nameOf(seat, facts);
  const name = move.stand_in === null ? person : `${person} (${botName(move.stand_in)})`;
  if (move.text === null) return `${name} has chosen`;
  return words === null ? `${name}: ${move.text}` : `${name} ${words(move.text)}`;
}

/** Who asks to take back how much: with a seat's last move go those since; where all choose simultaneously, its choice alone. */
export function undoText(offer: Offered, moves: Played[], state: State, held: number[], facts: Facts | null): string {
  const isMine = held.length === 1 && held[0] === offer.seat;
  const asks = isMine ? "You ask" : `${nameOf(state.seats[offer.seat]!, facts)} asks`;
  if (facts?.simultaneous) return `${asks} to choose again`;
  const going = goingWith(offer, moves);
  const isYours = held.length === 1 && going.slice(1).some(({ seat }) => seat === held[0]);
  const count = going.length > 1 ? `last ${going.length} moves` : "last move";
  return `${asks} to take the ${count} back${isYours ? ", yours too" : ""}`;
}

/** Whether these seats wish the rematch that is offered: a seat that has resigned may, though none waits for it. */
export const hasWished = (offer: Offered, held: number[]): boolean => held.every((seat) => offer.yes.includes(seat));

/** The moves that would be taken back, in words. */
export function goingText(offer: Offered, moves: Played[], state: State, facts: Facts | null, words: Phrase | null): string {
  if (facts?.simultaneous) return "";
  const told = goingWith(offer, moves).map((move) => moveText(move, state.seats, facts, words));
  return told.length > 2 ? `${told[0]}, and all since` : told.join(", ");
}

const goingWith = (offer: Offered, moves: Played[]): Played[] =>
  moves.slice(moves.findLastIndex(({ seat }) => seat === offer.seat));

/** That moves were taken back; how many is known only where none followed. */
export const takenBackText = (count: number): string =>
  count === 1 ? "A move was taken back" : `${count > 1 ? `${count} moves` : "Moves"} were taken back`;

/** The moves that are to be told after those that were: new ones, and choices that were hidden and are seen now. */
export const newsOf = (before: Played[], now: Played[]): Played[] =>
  now.filter(({ seat, text }, k) => {
    const old = before[k];
    return old === undefined || old.seat !== seat || (text !== null && old.text !== text);
  });

/** Moves without the choices that are still hidden from somebody. */
export const knownToAll = (moves: Played[], histories: Played[][]): Played[] =>
  moves.map((move, k) => (histories.every((known) => known[k]?.text != null) ? move : { ...move, text: null }));

export type Phrase = (text: string) => string;

export const awayText = (seconds: number | null): string =>
  seconds === null ? "not here yet" : seconds < 90 ? "away" : `away for ${Math.round(seconds / 60)} min`;

/** A score with a true minus. */
export const scoreText = (score: number): string => String(score).replace("-", "−");
