// Which of my games are shown, how many were won, and the best scores among them.
import type { ColumnOut } from "../api";
import { hasStandIn, isHandedOver, type KeptGame, opponentOf, type Standing, standingOf } from "./kept-game";

export interface Filter {
  /** "": all games. */
  game: string;
  /** "": anyone; else as `opponentOf` says, or `bots` for every bot. */
  opponent: string;
}

const isBot = (opponent: string): boolean => opponent === "bots" || opponent.startsWith("bot:");

export function filtered(games: KeptGame[], { game, opponent }: Filter): KeptGame[] {
  return games.filter((kept) => {
    if (game !== "" && kept.game !== game) return false;
    const against = opponentOf(kept);
    return opponent === "" || against === opponent || (opponent === "bots" && isBot(against));
  });
}

/** The opponents that occur, in an order for people: bots, people, nobody. */
export function opponentsIn(games: KeptGame[]): string[] {
  const found = [...new Set(games.map(opponentOf))];
  const rank = (one: string): string => (isBot(one) ? `0${one}` : one === "people" ? "1" : "2");
  return found.sort((a, b) => rank(a).localeCompare(rank(b), undefined, { numeric: true }));
}

/** The best score of mine, and the game that had it. */
export interface Best {
  score: number;
  kept: KeptGame;
}

export interface Total extends Record<Exclude<Standing, "none">, number> {
  played: number;
  best: Best | null;
}

/** Sums over games that no bot ended for me; scores are compared only among games of one kind with columns that count something. */
export function totalOf(games: KeptGame[], columns: ColumnOut[]): Total {
  const own = games.filter((kept) => !isHandedOver(kept));
  const total: Total = { played: own.length, won: 0, lost: 0, drawn: 0, best: null };
  const column = columns[0];
  for (const kept of own) {
    const standing = standingOf(kept);
    if (standing !== "none") total[standing] += 1;
    if (column === undefined || column.is_win || kept.outcome.reason === "resigned") continue;
    for (const seat of kept.mine.filter((one) => !hasStandIn(kept.seats[one]!))) {
      const score = kept.outcome.scores[seat] ?? 0;
      if (total.best === null || score > total.best.score) total.best = { score, kept };
    }
  }
  return total;
}

export interface Row {
  game: string;
  /** "" for all games of this kind. */
  opponent: string;
  total: Total;
}

/** A row for each game, each followed by its opponents, if there are several. */
export function rowsOf(games: KeptGame[], columnsOf: (game: string) => ColumnOut[]): Row[] {
  const counted = games.filter((kept) => !isHandedOver(kept));
  const kinds = [...new Set(counted.map((kept) => kept.game))];
  return kinds.flatMap((game) => {
    const own = counted.filter((kept) => kept.game === game);
    const opponents = opponentsIn(own);
    const rows = opponents.map((opponent) => ({
      game,
      opponent,
      total: totalOf(own.filter((kept) => opponentOf(kept) === opponent), columnsOf(game)),
    }));
    return rows.length === 1 ? rows : [{ game, opponent: "", total: totalOf(own, columnsOf(game)) }, ...rows];
  });
}
