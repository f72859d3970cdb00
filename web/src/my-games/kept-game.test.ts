import { describe, expect, test } from "vitest";
import type { Verdict } from "../api";
import { isHandedOver, keptFrom, mineAmong, opponentOf, opponentText, othersText, resultText, standingOf } from "./kept-game";
import { factsOf, hashOf } from "./record-facts";

const RESULT = '{"details":{"circles":[7,5]},"ranking":[1,2],"reason":"rounds","scores":[7,5],"winners":[0]}';

function record({ seats = '[{"kind":"person"},{"bot":"1","kind":"bot"}]', names = '["Ann","birch"]', result = RESULT } = {}): string {
  const lines = ["parlour 1", "game cirplexed", "rules 1", "players 2", "options {}", `names ${names}`];
  if (seats !== "") lines.push(`seats ${seats}`);
  return [...lines, "deal null", 'date "2026-11-19"', "moves", "0 a", "; a comment", "1 b", ...(result === "" ? [] : [`result ${result}`]), ""].join("\n");
}

const ORIGIN = { table: null, match: 1, mine: [0], ended: null, verdict: null };
const kept = (text = record(), more = {}) => keptFrom(text, { ...ORIGIN, ...more })!;
const outcome = (winners: number[]): string => RESULT.replace('"winners":[0]', `"winners":[${winners.join(",")}]`);

describe("a record", () => {
  test("tells who played, how many moves there were, when, and how it ended", () => {
    expect(factsOf(record())).toMatchObject({
      game: "cirplexed",
      seats: [
        { kind: "person", name: "Ann", bot: null, resigned: false },
        { kind: "bot", name: "birch", bot: "1", resigned: false },
      ],
      moves: 2,
      date: Date.parse("2026-11-19"),
      outcome: { scores: [7, 5], winners: [0] },
    });
  });

  test("has people at all seats if it does not say who played, and may tell who resigned", () => {
    const facts = factsOf(record({ seats: "", result: outcome([0]).replace("{", '{"resigned":[[1,2]],') }))!;
    expect(facts.seats.map(({ kind, resigned }) => [kind, resigned])).toEqual([["person", false], ["person", true]]);
  });

  test("is recognised, and anything else is refused", () => {
    expect(["", "parlour 1\n", "hello", record({ names: "[" })].map(factsOf)).toEqual([null, null, null, null]);
    expect(keptFrom(record({ result: "" }), ORIGIN)).toBeNull();
    expect(hashOf(record())).not.toBe(hashOf(record({ names: '["Ben","birch"]' })));
  });
});

describe("a kept game", () => {
  test("has the name of its table, or of its record", () => {
    expect(kept(record(), { table: "t", match: 3 }).id).toBe("t/3");
    expect(kept().id).toBe(hashOf(record()));
    expect([kept().ended, kept(record(), { ended: 7 }).ended]).toEqual([Date.parse("2026-11-19"), 7]);
  });

  test("is won, lost or drawn for me, unless I was alone, at several seats or at none", () => {
    const after = (winners: number[], mine = [0]): string => standingOf(kept(record({ result: outcome(winners) }), { mine }));
    expect([after([0]), after([1]), after([]), after([0, 1])]).toEqual(["won", "lost", "drawn", "drawn"]);
    expect([after([0], [0, 1]), after([0], [])]).toEqual(["none", "none"]);
    expect(standingOf(kept(record({ seats: "", names: '["Ann"]' })))).toBe("none");
  });

  test("was played against a bot, several, people, or alone", () => {
    const three = '["Ann","birch","cedar"]';
    const bots = (second: string): string => `[{"kind":"person"},{"bot":"1","kind":"bot"},{"bot":"${second}","kind":"bot"}]`;
    expect(opponentOf(kept())).toBe("bot:1");
    expect(opponentOf(kept(record({ names: three, seats: bots("1") })))).toBe("bot:1");
    expect(opponentOf(kept(record({ names: three, seats: bots("4") })))).toBe("bots");
    expect(opponentOf(kept(record({ seats: "" })))).toBe("people");
    expect(opponentOf(kept(record({ seats: "" }), { mine: [0, 1] }))).toBe("people");
    expect(opponentOf(kept(record({ seats: "", names: '["Ann"]' })))).toBe("alone");
    expect(["bot:1", "bot:greedy", "bots", "people", "alone"].map(opponentText)).toEqual([
      "Bot level 1: gentle",
      "Greedy bot",
      "Several bots",
      "People",
      "Alone",
    ]);
  });

  test("says how it ended in the server's words, with the names that the page shows", () => {
    const verdict: Verdict = {
      headline: { template: "{winners} won by {margin}", args: { margin: "two circles" }, seats: { winners: [0] } },
      own: { template: "You won by {margin}", args: { margin: "two circles" }, seats: {} },
      reasons: [],
    };
    expect(resultText(kept(record(), { verdict }), null)).toBe("You won by two circles");
    expect(resultText(kept(record(), { verdict, mine: [] }), null)).toBe("Ann won by two circles");
  });

  test("says who won where the server has not told", () => {
    const told = (winners: number[], mine = [0]): string => resultText(kept(record({ result: outcome(winners) }), { mine }), null);
    expect([told([0]), told([1]), told([]), told([1], [])]).toEqual(["You won", "You lost", "A draw", "Birch won"]);
  });

  test("is nobody's if a bot ended it for me, unless I had resigned", () => {
    const seats = '[{"bot":"3","kind":"person"},{"bot":"1","kind":"bot"}]';
    const handed = kept(record({ seats }));
    expect([isHandedOver(handed), standingOf(handed), opponentOf(handed)]).toEqual([true, "none", "bot:1"]);
    expect(resultText(handed, null)).toBe("A bot played for you: Ann won");
    const headline = { template: "{winners} won", args: {}, seats: { winners: [0] } };
    const verdict = { headline, own: { template: "You won", args: {}, seats: {} }, reasons: [] };
    expect(resultText({ ...handed, verdict }, null)).toBe("A bot played for you: Ann won");
    const gone = kept(record({ seats, result: outcome([1]).replace("{", '{"resigned":[[0,2]],') }));
    expect([isHandedOver(gone), standingOf(gone), isHandedOver(kept())]).toEqual([false, "lost", false]);
  });

  test("says who the others were", () => {
    expect(othersText(kept(), null)).toBe("against level 1");
    expect(othersText(kept(record({ seats: "", names: '["Ann","Ben"]' })), null)).toBe("against Ben");
    expect(othersText(kept(record({ seats: "", names: '["Ann","Ben"]' }), { mine: [0, 1] }), null)).toBe("at this screen: Ann and Ben");
    expect(othersText(kept(record({ seats: "", names: '["Ann"]' })), null)).toBe("alone");
  });
});

test("my seat is the only person's, or the one with my name", () => {
  const seats = (text: string) => factsOf(text)!.seats;
  expect(mineAmong(seats(record()), "")).toEqual([0]);
  expect(mineAmong(seats(record({ seats: "" })), "birch")).toEqual([1]);
  expect(mineAmong(seats(record({ seats: "" })), "Cleo")).toEqual([]);
  expect(mineAmong(seats(record({ seats: "", names: '["Ann","Ann"]' })), "Ann")).toEqual([]);
});
