// What a review says, in words.
import type { AnnotatedMove, Annotation, Candidate, DealLuck, Message, SeatInfo } from "../api";
import { capitalized } from "../board-kit/capital";
import { message, say, textOf } from "../message";
import { nameOf, type Facts, type Phrase } from "../table/sentences";

export type Grade = AnnotatedMove["grade"];

/** From the worst to the best. */
export const GRADES: readonly Grade[] = ["blunder", "mistake", "inaccuracy", "fine", "best"];

const NAMES = {
  best: message("Best"),
  fine: message("Fine"),
  inaccuracy: message("Inaccuracy"),
  mistake: message("Mistake"),
  blunder: message("Blunder"),
};

export const gradeName = (grade: Grade): string => textOf(NAMES[grade]);

/** Was it clearly worse than the best move? */
export const isFlagged = ({ grade }: AnnotatedMove): boolean => grade !== "best" && grade !== "fine";

/** A share of a win as people say it. */
export const percent = (value: number): string => say("{percent}%", { percent: Math.round(100 * value) });

/** Points with one digit, and none where that would be a zero. */
export function rounded(points: number): string {
  const tenths = Math.round(10 * points) / 10;
  return Number.isInteger(tenths) ? String(tenths) : tenths.toFixed(1);
}

interface Table {
  seats: SeatInfo[];
  facts: Facts | null;
  words: Phrase | null;
}

const called = (seat: number, { seats, facts }: Table): string =>
  seats[seat] === undefined ? say("Seat {number}", { number: seat + 1 }) : nameOf(seats[seat], facts);

/** Which move a moment is about. */
export const momentTitle = (move: AnnotatedMove, table: Table): string =>
  say("Move {number}: {name}", { number: move.ply + 1, name: called(move.seat, table) });

/** A move as a phrase without the player, such as “placed a tile on f6”. */
export const phraseOf = (text: string, words: Phrase | null): string => (words === null ? text : words(text));

/**
 * Why a move was a mistake: what the game says, or else which move was better. Games name that move in their notation; one of
 * several words is drawn on the board and told in a sentence of its own, so here it is only called the better move.
 */
export function whyText(move: AnnotatedMove, table: Table): string {
  if (move.message !== null) {
    const { template, args } = move.message;
    const isLong = args.better === move.best.text && move.best.text.includes(" ");
    return isLong ? capitalized(textOf({ template, args: { ...args, better: say("the better move") } })) : textOf({ template, args });
  }
  return betterText(move, table);
}

/** Which move was made. */
export const playedText = ({ seat, played }: AnnotatedMove, table: Table): string =>
  say("Played: {name} {phrase}.", { name: called(seat, table), phrase: phraseOf(played.text, table.words) });

/** Which move was better. */
export const betterText = ({ seat, best }: AnnotatedMove, table: Table): string =>
  say("Better: {name} {phrase}.", { name: called(seat, table), phrase: phraseOf(best.text, table.words) });

/** Points as the game calls them: circles, pieces. */
function amount(points: number, facts: Facts | null): Message {
  const count = rounded(points);
  const [one, many] = [message("one point"), message("{count} points", { count })];
  const column = facts?.columns[0];
  if (column === undefined) return count === "1" ? one : many;
  return { template: count === "1" ? column.one : column.many, args: { count } };
}

const pointsText = (points: number, facts: Facts | null): string =>
  say("It cost about {points}.", { points: amount(points, facts) });

/** What a move cost, in points where the game has points and otherwise in chances of winning. */
export function costText(move: AnnotatedMove, { seats: { length: players }, facts }: Table): string {
  const { played, best, points_lost } = move;
  if (players === 1 || (points_lost !== null && Math.abs(best.value - played.value) < 0.005))
    return pointsText(points_lost ?? 0, facts);
  // The bot estimates one seat at a time: with more than two, what the curve shows is made to add up.
  const chances =
    players > 2
      ? say("By a bot’s estimate, the chances of winning fell by {share}.", { share: percent(best.value - played.value) })
      : say("By a bot’s estimate, the chances of winning fell from {before} to {after}.", {
          before: percent(best.value),
          after: percent(played.value),
        });
  if (points_lost === null || points_lost < 0.05) return chances;
  return say("{sentence} {cost}", { sentence: chances, cost: pointsText(points_lost, facts) });
}

/** A move that the reader tried, and the best one, as one search priced them. */
export interface Tried {
  move: Candidate;
  best: Candidate;
}

export type Verdict = "best" | "good" | "played" | "worse";

/** A try counts as good if it is worth as much as the best move, but for what the bot cannot tell apart. */
export function verdictOf({ move, best }: Tried, moment: AnnotatedMove): Verdict {
  if (move.text === moment.best.text) return "best";
  if (move.text === moment.played.text) return "played";
  const slack = Math.max(0.02, 2 * Math.hypot(move.error, best.error));
  return move.value >= best.value - slack ? "good" : "worse";
}

export function verdictText(verdict: Verdict, { move, best }: Tried, { seats, facts }: Table): string {
  switch (verdict) {
    case "best":
      return say("That is the best move found.");
    case "good":
      return say("That is as good as the best move found.");
    case "played":
      return say("That was played in the game. There is a better move.");
    case "worse":
      return seats.length === 1
        ? say("Your move is worth {points}, the best move {best}. Try another.", {
            points: amount(move.points ?? 0, facts),
            best: rounded(best.points ?? 0),
          })
        : say("Your move gives a chance of {chance}, the best move {best}. Try another.", {
            chance: percent(move.value),
            best: percent(best.value),
          });
  }
}

/** Is a difference more than chance, by the standard errors of both numbers? */
const isClear = (difference: number, ...errors: [number, number]): boolean => Math.abs(difference) > 2 * Math.hypot(...errors);

const isClearByPoints = ({ points, usual_points: usual, points_error, usual_points_error }: DealLuck): boolean =>
  points !== null && usual !== null && isClear(points - usual, points_error ?? 0, usual_points_error ?? 0);

const isClearByWins = (luck: DealLuck, players: number): boolean =>
  players > 1 && isClear(luck.value - luck.usual, luck.error, luck.usual_error);

/** A sentence for each deal that was good or poor, and one for all others. */
export function luckTexts(luck: DealLuck[], table: Table): string[] {
  const isUsual = (one: DealLuck): boolean => !isClearByPoints(one) && !isClearByWins(one, table.seats.length);
  const told = luck.filter((one) => !isUsual(one)).map((one) => luckText(one, table));
  const names = luck.filter(isUsual).map(({ seat }) => called(seat, table));
  return names.length === 0 ? told : [...told, say("{names:, and}: an average deal.", { names })];
}

/** How good a seat's deal was: by the points where they show it, for they vary less than wins. */
function luckText(luck: DealLuck, table: Table): string {
  const name = called(luck.seat, table);
  const { points, usual_points: usual } = luck;
  if (points !== null && usual !== null && isClearByPoints(luck)) {
    const told = { name, here: rounded(points), usual: rounded(usual) };
    return points > usual
      ? say("{name}: a good deal. A bot scores {here} with it, and {usual} with others.", told)
      : say("{name}: a poor deal. A bot scores {here} with it, and {usual} with others.", told);
  }
  const isGood = luck.value > luck.usual;
  const chances = { name, here: percent(luck.value), usual: percent(luck.usual) };
  return isGood
    ? say("{name}: a good deal. A bot wins {here} of its games with it, and {usual} with others.", chances)
    : say("{name}: a poor deal. A bot wins {here} of its games with it, and {usual} with others.", chances);
}

/** How much a seat's moves gave away in all. */
export function skillText(seat: number, { moves, points_curve }: Annotation, table: Table): string {
  const own = moves.filter((move) => move.seat === seat);
  const name = called(seat, table);
  if (table.seats.length === 1 && points_curve !== null) {
    const points = own.reduce((sum, move) => sum + (move.points_lost ?? 0), 0);
    return say("{name}: all moves together cost {points}.", { name, points: amount(points, table.facts) });
  }
  const lost = own.reduce((sum, move) => sum + move.loss, 0) / Math.max(1, own.length);
  return say("{name}: each move cost {share} percentage points on average.", { name, share: tenths(lost) });
}

const tenths = (share: number): string => (100 * share).toFixed(1);

/** How many moves of a seat have each grade. */
export const countOf = (annotation: Annotation, seat: number, grade: Grade): number =>
  annotation.moves.filter((move) => move.seat === seat && move.grade === grade).length;

/**
 * Lines from 0 to 1, by seat, with a value in every position: the chances of winning, or alone the expected points. Two seats
 * share one line, for each wins what the other loses.
 */
export function curveOf({ curve, points_curve }: Annotation): number[][] {
  const seats = curve[0]?.length ?? 0;
  if (seats === 1 && points_curve !== null) {
    const points = points_curve.map((row) => row[0]!);
    const [least, most] = [Math.min(...points), Math.max(...points)];
    return [points.map((value) => (most === least ? 0.5 : 0.04 + (0.92 * (value - least)) / (most - least)))];
  }
  const lines = Array.from({ length: seats }, (_, seat) => curve.map((row) => row[seat]!));
  return seats === 2 ? lines.slice(0, 1) : lines;
}
