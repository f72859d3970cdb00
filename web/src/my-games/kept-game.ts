// A finished match as this browser keeps it: the facts beside its record, and what they mean for me.
import type { Outcome, SeatInfo, Verdict } from "../api";
import { botLabel } from "../bots";
import { say } from "../message";
import { type Facts, nameOf, resultOf } from "../table/sentences";
import { factsOf, hashOf, type RecordSeat } from "./record-facts";

export interface KeptGame {
  /** `TABLE/MATCH` if it was played here, else the hash of its record. */
  id: string;
  /** Of its record. */
  hash: string;
  table: string | null;
  match: number;
  game: string;
  seats: RecordSeat[];
  /** The seats that were played at this screen. */
  mine: number[];
  moves: number;
  /** Milliseconds since 1970. */
  ended: number;
  outcome: Outcome;
  /** The result in sentences, as my seat reads it; null if the server has not told. */
  verdict: Verdict | null;
}

/** Where a record comes from. */
export interface Origin {
  table: string | null;
  match: number;
  mine: number[];
  ended: number | null;
  verdict: Verdict | null;
}

/** What is kept of a record; null if the match was not finished. */
export function keptFrom(record: string, origin: Origin): KeptGame | null {
  const facts = factsOf(record);
  if (facts?.outcome == null) return null;
  const { table, match, mine, verdict } = origin;
  const hash = hashOf(record);
  const { game, seats, moves, outcome } = facts;
  const ended = origin.ended ?? facts.date ?? Date.now();
  return { id: table === null ? hash : `${table}/${match}`, hash, table, match, game, seats, mine, moves, ended, outcome, verdict };
}

/** Which seats were mine, if nobody says: the only person's, or the one with my name. */
export function mineAmong(seats: RecordSeat[], name: string): number[] {
  const people = seats.flatMap(({ kind }, seat) => (kind === "person" ? [seat] : []));
  if (people.length === 1) return people;
  const named = people.filter((seat) => name !== "" && seats[seat]!.name === name);
  return named.length === 1 ? named : [];
}

// -- what it means for me -----------------------------------------------------------------------------------------------

export type Standing = "won" | "lost" | "drawn" | "none";

/** Did a bot play for a person who had not resigned, when the game ended? */
export const hasStandIn = ({ kind, bot, resigned }: RecordSeat): boolean => kind === "person" && bot !== null && !resigned;

/** Did a bot end the game at every seat of mine? Then it counts as nobody's. */
export const isHandedOver = ({ mine, seats }: KeptGame): boolean => mine.length > 0 && mine.every((seat) => hasStandIn(seats[seat]!));

/** How it went for me: `none` alone, for several seats at one screen, in games of others, and if a bot ended it for me. */
export function standingOf(kept: KeptGame): Standing {
  const { outcome, mine, seats } = kept;
  if (mine.length !== 1 || seats.length === 1 || isHandedOver(kept)) return "none";
  const { winners } = outcome;
  if (winners.length === 0) return "drawn";
  if (!winners.includes(mine[0]!)) return "lost";
  return winners.length === 1 ? "won" : "drawn";
}

/** Against whom: `alone`, `people`, `bot:NAME` if all were the same, or `bots`. */
export function opponentOf({ seats, mine }: KeptGame): string {
  if (seats.length === 1) return "alone";
  const others = seats.filter((_, seat) => !mine.includes(seat));
  if (others.length === 0 || others.some(({ kind }) => kind === "person")) return "people";
  const bots = new Set(others.map(({ bot }) => bot));
  return bots.size === 1 ? `bot:${[...bots][0]}` : "bots";
}

/** An opponent for people; also the heading of a filter. */
export function opponentText(opponent: string): string {
  if (opponent === "alone") return say("Alone");
  if (opponent === "people") return say("People");
  return opponent === "bots" ? say("Several bots") : botLabel(opponent.slice("bot:".length));
}

const infoOf = ({ kind, name, bot, resigned }: RecordSeat, seat: number): SeatInfo => ({
  seat,
  kind,
  name,
  bot,
  has_person: kind === "person",
  resigned,
});

/** The result in words: mine, if there is one. */
export function resultText(kept: KeptGame, facts: Facts | null): string {
  if (!isHandedOver(kept)) return wordsOf(kept, kept.mine, facts);
  return say("A bot played for you: {result}", { result: wordsOf(kept, [], facts) });
}

/** The result in words, for whoever had the seats `mine`. */
function wordsOf(kept: KeptGame, mine: number[], facts: Facts | null): string {
  const seats = kept.seats.map(infoOf);
  if (kept.verdict !== null) {
    const shown = { view: { verdict: kept.verdict }, seats } as Parameters<typeof resultOf>[0];
    return resultOf(shown, mine, facts);
  }
  const names = kept.outcome.winners.map((seat) => nameOf(seats[seat]!, facts));
  switch (standingOf(kept)) {
    case "won":
      return say("You won");
    case "lost":
      return say("You lost");
    case "drawn":
      return say("A draw");
    case "none":
      return names.length > 0 ? say("{names:, and} won", { names }) : say("Nobody won");
  }
}

/** Who sat at the other seats, for one line of a list. */
export function othersText(kept: KeptGame, facts: Facts | null): string {
  const { seats, mine } = kept;
  const opponent = opponentOf(kept);
  if (opponent === "alone") return say("alone");
  const bot = opponent.startsWith("bot:") ? opponent.slice("bot:".length) : null;
  if (bot !== null) return /^\d+$/.test(bot) ? say("against level {level}", { level: bot }) : say("against {bot}", { bot: opponentText(opponent) });
  const others = seats.map(infoOf).filter(({ seat }) => !mine.includes(seat));
  const names = (others.length > 0 ? others : seats.map(infoOf)).map((seat) => nameOf(seat, facts));
  if (others.length === 0) return say("at this screen: {names:, and}", { names });
  return mine.length === 0 ? listOf(names) : say("against {names:, and}", { names });
}

const listOf = (names: string[]): string => say("{names:, and}", { names });
