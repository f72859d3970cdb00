import { describe, expect, test } from "vitest";
import type { ColumnOut } from "../api";
import type { KeptGame } from "./kept-game";
import { filtered, opponentsIn, rowsOf, totalOf } from "./totals";

const CIRCLES: ColumnOut[] = [{ key: "circles", name: "circles", one: "one circle", many: "{count} circles", meaning: "", rule: "", is_win: false }];
const WIN: ColumnOut[] = [{ ...CIRCLES[0]!, key: "win", is_win: true }];

let count = 0;
/** A game for two, won by seat 0; `against` is a bot, or a person. */
function game(name: string, against: string | null, mine = 0, scores = [7, 5]): KeptGame {
  const winners = scores[0] === scores[1] ? [0, 1] : [scores[0]! > scores[1]! ? 0 : 1];
  const person = { kind: "person" as const, name: "Ann", bot: null, resigned: false };
  const other = against === null ? person : { ...person, kind: "bot" as const, bot: against };
  return {
    id: String(++count),
    hash: "",
    table: null,
    match: 1,
    game: name,
    seats: mine === 0 ? [person, other] : [other, person],
    mine: [mine],
    moves: 9,
    ended: count,
    outcome: { reason: "rounds", scores, details: {}, winners, ranking: [1, 2] },
    verdict: null,
  };
}

const GAMES = [game("a", "1"), game("a", "1", 1, [7, 3]), game("a", "3", 1, [4, 9]), game("b", null, 0, [2, 2])];

test("games are filtered by game and opponent, bots also together", () => {
  const many = (filter: Parameters<typeof filtered>[1]): number => filtered(GAMES, filter).length;
  expect(many({ game: "", opponent: "" })).toBe(4);
  expect(many({ game: "a", opponent: "" })).toBe(3);
  expect(many({ game: "a", opponent: "bot:1" })).toBe(2);
  expect(many({ game: "", opponent: "bots" })).toBe(3);
  expect(many({ game: "b", opponent: "bots" })).toBe(0);
});

test("opponents are in order: bots by level, people, nobody", () => {
  expect(opponentsIn([...GAMES.toReversed(), game("a", "2")])).toEqual(["bot:1", "bot:2", "bot:3", "people"]);
});

describe("totals", () => {
  test("count what was won, lost and drawn, and find my best score", () => {
    expect(totalOf(GAMES.slice(0, 3), CIRCLES)).toEqual({ played: 3, won: 2, lost: 1, drawn: 0, best: { score: 9, kept: GAMES[2] } });
    expect(totalOf(GAMES.slice(3), CIRCLES)).toMatchObject({ played: 1, won: 0, lost: 0, drawn: 1 });
  });

  test("have no best score where scores only say who won, or after a resignation", () => {
    expect(totalOf(GAMES, WIN).best).toBeNull();
    expect(totalOf([{ ...GAMES[0]!, outcome: { ...GAMES[0]!.outcome, reason: "resigned" } }], CIRCLES).best).toBeNull();
  });

  test("leave out games that a bot ended for me", () => {
    const own = game("a", "1", 0, [99, 1]);
    const handed = { ...own, seats: own.seats.map((seat, k) => (k === 0 ? { ...seat, bot: "3" } : seat)) };
    expect(totalOf([handed, GAMES[0]!], CIRCLES)).toEqual({ played: 1, won: 1, lost: 0, drawn: 0, best: { score: 7, kept: GAMES[0] } });
    expect(rowsOf([handed], () => CIRCLES)).toEqual([]);
  });

  test("are by game, and by opponent where there are several", () => {
    const rows = rowsOf(GAMES, () => CIRCLES).map(({ game, opponent, total }) => [game, opponent, total.played]);
    expect(rows).toEqual([["a", "", 3], ["a", "bot:1", 2], ["a", "bot:3", 1], ["b", "people", 1]]);
  });
});
