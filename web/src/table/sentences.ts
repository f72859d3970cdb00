// What happens at a table, in words.
import type { GameOut, Offered, Played, SeatInfo, Sentence } from "../api";
import type { State } from "../board-kit/board";
import { capitalized } from "../board-kit/capital";
import { SIGNS, type Colour } from "../board-kit/symbols";
import { listed, say, sayCount, textOf } from "../message";
import type { Trouble } from "./table.svelte";

export type Facts = Pick<GameOut, "title" | "simultaneous" | "seat_names" | "bots" | "columns">;

/** What a sentence about a result needs to know. */
type Shown = Pick<State, "view" | "seats">;

/** What a seat's player is called: a bot by its seat, for which bot it is stands beside it. */
export function nameOf(seat: SeatInfo, facts: Facts | null): string {
  const usual = facts?.seat_names[seat.seat];
  if (seat.kind === "open") return say("Open seat");
  return seat.name === usual || usual === undefined ? capitalized(seat.name) : seat.name;
}

/** The same where nothing stands beside it, and the game's own words are not known: with the bot that plays. */
export const titleOf = (seat: SeatInfo): string =>
  seat.bot === null ? seat.name : say("{name} ({bot})", { name: nameOf(seat, null), bot: botName(seat.bot) });

/** The colour of a seat, in games whose seats have one. */
export function colourOf(seat: number, facts: Facts | null): Colour | null {
  const name = facts?.seat_names[seat];
  return name !== undefined && name in SIGNS ? (name as Colour) : null;
}

export function botName(bot: string): string {
  return /^\d$/.test(bot) ? say("bot, level {level}", { level: bot }) : say("{name} bot", { name: bot });
}

/** The same, beside the word bot. */
export const botKind = (bot: string): string => (/^\d$/.test(bot) ? say("level {level}", { level: bot }) : bot);

export interface Turn {
  /** Your own turn: the page says so everywhere. */
  isMine: boolean;
  sentence: string;
}

/** Whose turn it is. `held` are the seats at this screen, `seat` the one that is shown. */
export function turnOf(state: State, held: number[], facts: Facts | null): Turn {
  const { view, seats, status } = state;
  const called = (seat: number): string => seats[seat] === undefined ? seatText(seat) : nameOf(seats[seat], facts);
  if (status === "over") return { isMine: false, sentence: resultOf(state, held, facts) };
  if (status === "gathering") {
    const missing = seats.filter((seat) => seat.kind === "open").length;
    return { isMine: false, sentence: sayCount(missing, "One seat is still open", "{count} seats are still open") };
  }
  const mine = view.waiting.filter((seat) => held.includes(seat) && seats[seat]?.kind === "person");
  if (mine.length > 0) {
    const who = state.seat !== null && mine.includes(state.seat) ? state.seat : mine[0]!;
    return { isMine: true, sentence: held.length > 1 ? say("{name}’s turn", { name: called(who) }) : say("Your turn") };
  }
  const [people, bots] = [
    view.waiting.filter((seat) => seats[seat]?.kind !== "bot"),
    view.waiting.filter((seat) => seats[seat]?.kind === "bot"),
  ];
  return { isMine: false, sentence: waitingText(people.map(called), bots.map(called)) };
}

function waitingText(people: string[], bots: string[]): string {
  if (people.length === 1) return say("{name} is to move", { name: people[0]! });
  if (people.length > 1 || bots.length === 0) return say("Waiting for {names:, and}", { names: people });
  return bots.length > 1 ? say("{names:, and} are thinking", { names: bots }) : say("{name} is thinking", { name: bots[0]! });
}

/** Why nothing on the board can be chosen now, although somebody tried. */
export function notNowText({ status, view }: State, turn: Turn, held: number[], facts: Facts | null): string {
  if (status === "over") return say("The game is over.");
  if (status === "gathering") return say("The game begins when every seat is taken.");
  if (held.length === 0) return say("You are watching. {turn}.", { turn: turn.sentence });
  if (turn.isMine) return say("Your move is on its way.");
  const hasChosen = facts?.simultaneous === true && !held.some((seat) => view.waiting.includes(seat));
  return hasChosen ? say("You have chosen already. {turn}.", { turn: turn.sentence }) : say("It is not your turn. {turn}.", { turn: turn.sentence });
}

const seatText = (seat: number): string => say("Seat {number}", { number: seat + 1 });

/** A sentence about players, with the names that the page shows. */
function sentenceText({ template, args, seats }: Sentence, state: Shown, facts: Facts | null): string {
  const names = Object.entries(seats).map(([field, named]) => [field, named.map((seat) => nameOf(state.seats[seat]!, facts))]);
  return textOf({ template, args: { ...args, ...Object.fromEntries(names) } });
}

/** Who has won, and by how much: as the seat at this screen reads it, or for several people. */
export function resultOf(state: Shown, held: number[], facts: Facts | null): string {
  const verdict = state.view.verdict;
  if (verdict === null) return "";
  return sentenceText((held.length === 1 ? verdict.own : null) ?? verdict.headline, state, facts);
}

/** What a table waits for. */
export function gatheringText(isPublic: boolean, canInvite: boolean): string {
  if (isPublic) return say("The table is listed on the first page: anyone may join.");
  return canInvite ? say("Send the link to whoever you want to play with.") : say("The game begins when every seat is taken.");
}

/** The title of a table's page. */
export function titleAt(state: State | null, turn: Turn | null, held: number[], facts: Facts | null): string {
  const game = facts?.title ?? "";
  if (state === null || turn === null) return "Parlour";
  if (turn.isMine) return say("{sentence} - {game}", { sentence: turn.sentence, game });
  if (state.status !== "over") return say("{game} - Parlour", { game });
  return say("{sentence} - {game}", { sentence: resultOf(state, held, facts), game });
}

/** The seats that resigned: in a match of more than two a bot plays on for them, under their name. */
export const resignedOf = ({ seats }: Shown): SeatInfo[] => seats.filter((seat) => seat.resigned);

export function resignedText(seats: SeatInfo[], facts: Facts | null): string {
  const [name, ...others] = seats.map((seat) => nameOf(seat, facts));
  if (name === undefined) return "";
  return others.length > 0 ? say("{names:, and} have resigned", { names: [name, ...others] }) : say("{name} has resigned", { name });
}

/** What stands after the moves: how often some were taken back, and who has resigned; or "". */
export function afterText(state: State, facts: Facts | null): string {
  const resigned = resignedText(resignedOf(state), facts);
  if (state.branch === 0) return resigned;
  const undos = sayCount(state.branch, "Moves were taken back once", "Moves were taken back {count} times");
  return resigned === "" ? undos : say("{undos}. {resigned}", { undos, resigned });
}

/** How it came to an end. */
export const reasonOf = (state: Shown, facts: Facts | null): string =>
  (state.view.verdict?.reasons ?? []).map((reason) => say("{clause}.", { clause: sentenceText(reason, state, facts) })).join(" ");

/** Who would like a rematch, and who is still asked; or "". */
export function rematchText(offer: Offered | undefined, state: State, held: number[], facts: Facts | null): string {
  if (offer === undefined) return "";
  const called = (seats: number[]): string[] => seats.map((seat) => nameOf(state.seats[seat]!, facts));
  const [names, others] = [called(offer.yes), called(offer.waiting)];
  if (held.length === 0) return say("{names:, and} would like a rematch: waiting for {others:, and}.", { names, others });
  if (!hasWished(offer, held)) return say("{names:, and} would like a rematch.", { names });
  return others.length > 0 ? say("Waiting for {others:, and} to agree to a rematch.", { others }) : "";
}

/** In a rematch, until one's own first move: which seat is now one's own, and who begins; or "". */
export function beginningText(state: State, held: number[], moves: Played[], facts: Facts | null): string {
  const isNew = state.match > 1 && state.status === "playing" && !moves.some((move) => held.includes(move.seat));
  if (!isNew || facts === null || held.length === 0) return "";
  const seat = held.length === 1 ? facts.seat_names[held[0]!] : undefined;
  if (facts.simultaneous) return seat === undefined ? "" : say("New game: you play {seat} now.", { seat });
  const first = moves[0]?.seat ?? state.view.waiting[0];
  if (first === undefined) return "";
  const name = nameOf(state.seats[first]!, facts);
  if (seat === undefined) return say("New game: {name} begins.", { name });
  return first === held[0] ? say("New game: you play {seat} now, and begin.", { seat }) : say("New game: you play {seat} now, and {name} begins.", { seat, name });
}

/** A move in words, with who made it. */
export function moveText(move: Played, seats: SeatInfo[], facts: Facts | null, words: Phrase | null): string {
  const seat = seats[move.seat];
  const person = seat === undefined ? seatText(move.seat) : nameOf(seat, facts);
  const name = move.stand_in === null ? person : say("{person} ({bot})", { person, bot: botName(move.stand_in) });
  if (move.text === null) return say("{name} has chosen", { name });
  return words === null ? say("{name}: {move}", { name, move: move.text }) : say("{name} {phrase}", { name, phrase: words(move.text) });
}

/** Who asks to take back how much: a seat's last move and all since; in simultaneous games, its choice alone. */
export function undoText(offer: Offered, moves: Played[], state: State, held: number[], facts: Facts | null): string {
  const isMine = held.length === 1 && held[0] === offer.seat;
  const going = goingWith(offer, moves);
  const isYours = held.length === 1 && going.slice(1).some(({ seat }) => seat === held[0]);
  const args = { name: nameOf(state.seats[offer.seat]!, facts), many: going.length };
  if (facts?.simultaneous) return isMine ? say("You ask to choose again") : say("{name} asks to choose again", args);
  if (going.length > 1 && isMine) return say("You ask to take the last {many} moves back", args);
  if (going.length > 1 && isYours) return say("{name} asks to take the last {many} moves back, yours too", args);
  if (going.length > 1) return say("{name} asks to take the last {many} moves back", args);
  return isMine ? say("You ask to take the last move back") : say("{name} asks to take the last move back", args);
}

/** Whether these seats accept the rematch offered; seats that resigned may accept, but nobody waits for them. */
export const hasWished = (offer: Offered, held: number[]): boolean => held.every((seat) => offer.yes.includes(seat));

/** The moves that would be taken back, in words. */
export function goingText(offer: Offered, moves: Played[], state: State, facts: Facts | null, words: Phrase | null): string {
  if (facts?.simultaneous) return "";
  const told = goingWith(offer, moves).map((move) => moveText(move, state.seats, facts, words));
  return told.length > 2 ? say("{move}, and all since", { move: told[0]! }) : listed(told, ",");
}

const goingWith = (offer: Offered, moves: Played[]): Played[] =>
  moves.slice(moves.findLastIndex(({ seat }) => seat === offer.seat));

/** That moves were taken back; how many is known only where none followed. */
export function takenBackText(count: number): string {
  return count > 0 ? sayCount(count, "A move was taken back", "{count} moves were taken back") : say("Moves were taken back");
}

/** The moves to announce after those already announced: new ones, and choices that were hidden and are now visible. */
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
  seconds === null ? say("not here yet") : seconds < 90 ? say("away") : say("away for {many} min", { many: Math.round(seconds / 60) });

/** Why the server refused; formatted here if it sent a template and arguments. */
export function troubleText({ sentence, rule, template, args }: Trouble): string {
  if (template == null || rule === null) return sentence;
  return say("{rule}: {reason}", { rule, reason: { template, args: args ?? {} } });
}
