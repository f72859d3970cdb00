import { describe, expect, it } from "vitest";
import type { AnnotatedMove, Annotation, Candidate, ColumnOut, DealLuck, SeatInfo } from "../api";
import { message } from "../message";
import { costText, countOf, luckTexts, momentTitle, percent, rounded, skillText, verdictOf, verdictText, whyText } from "./sentences";

const seats: SeatInfo[] = ["Ann", "Ben"].map((name, seat) => ({
  seat,
  kind: "person",
  name,
  bot: null,
  has_person: true,
  resigned: false,
}));
const table = { seats, facts: null, words: null };
const solo = { ...table, seats: seats.slice(0, 1) };
const circles: ColumnOut = {
  key: "circles",
  name: "circles",
  one: "one circle",
  many: "{count} circles",
  meaning: "",
  rule: "C9",
  is_win: false,
};

const candidate = (text: string, value: number, more: Partial<Candidate> = {}): Candidate => ({
  text,
  visits: 100,
  value,
  error: 0.01,
  points: null,
  points_error: null,
  line: [text],
  ...more,
});
const move = (more: Partial<AnnotatedMove> = {}): AnnotatedMove => ({
  ply: 4,
  seat: 1,
  played: candidate("a1", 0.4),
  best: candidate("b2", 0.6),
  loss: 0.2,
  points_lost: null,
  grade: "mistake",
  is_forced: false,
  error: 0.01,
  message: null,
  ...more,
});

describe("a moment", () => {
  it("names the move, the player and the better move", () => {
    expect(momentTitle(move(), table)).toBe("Move 5: Ben");
    expect(whyText(move(), table)).toBe("Better: Ben b2.");
    const told = message("{better} would have won {count} tiles.", { better: "b2", count: 2 });
    expect(whyText(move({ message: told }), table)).toBe("b2 would have won 2 tiles.");
  });

  it("does not spell a long move out", () => {
    const best = candidate("GRPY 1,0 r3", 0.6);
    const told = message("{better} would have won.", { better: best.text });
    expect(whyText(move({ best, message: told }), table)).toBe("The better move would have won.");
  });

  it("says what it cost", () => {
    expect(costText(move(), table)).toBe("By a bot’s estimate, the chances of winning fell from 60% to 40%.");
    expect(costText(move({ points_lost: 2.04 }), table)).toBe(
      "By a bot’s estimate, the chances of winning fell from 60% to 40%. It cost about 2 points.",
    );
    expect(costText(move(), { ...table, seats: [...seats, ...solo.seats] })).toBe("By a bot’s estimate, the chances of winning fell by 20%.");
    expect(costText(move({ points_lost: 1 }), solo)).toBe("It cost about one point.");
    expect(costText(move({ points_lost: 1.44 }), solo)).toBe("It cost about 1.4 points.");
    const game = { title: "Cirplexed!", simultaneous: true, seat_names: [], bots: [], columns: [circles] };
    expect(costText(move({ points_lost: 1 }), { ...solo, facts: game })).toBe("It cost about one circle.");
    expect(costText(move({ points_lost: 2 }), { ...solo, facts: game })).toBe("It cost about 2 circles.");
  });
});

describe("a try", () => {
  const tried = (move: Candidate) => ({ move, best: candidate("b2", 0.6) });

  it("is the best, as good, the one that was played, or worse", () => {
    expect(verdictOf(tried(candidate("b2", 0.6)), move())).toBe("best");
    expect(verdictOf(tried(candidate("a1", 0.4)), move())).toBe("played");
    expect(verdictOf(tried(candidate("c3", 0.58)), move())).toBe("good");
    expect(verdictOf(tried(candidate("c3", 0.5)), move())).toBe("worse");
    expect(verdictOf(tried(candidate("c3", 0.5, { error: 0.08 })), move())).toBe("good"); // it cannot be told apart
  });

  it("is answered in words", () => {
    expect(verdictText("worse", tried(candidate("c3", 0.5)), table)).toBe(
      "Your move gives a chance of 50%, the best move 60%. Try another.",
    );
    const alone = { move: candidate("c3", 0.5, { points: 28.52 }), best: candidate("b2", 0.6, { points: 31 }) };
    expect(verdictText("worse", alone, solo)).toBe("Your move is worth 28.5 points, the best move 31. Try another.");
  });
});

describe("luck and skill", () => {
  const luck = (more: Partial<DealLuck> = {}): DealLuck => ({
    seat: 0,
    value: 0.6,
    error: 0.02,
    usual: 0.5,
    usual_error: 0.02,
    points: null,
    usual_points: null,
    points_error: null,
    usual_points_error: null,
    ...more,
  });

  it("calls a deal good or poor only if that is clear", () => {
    expect(luckTexts([luck()], table)[0]).toBe("Ann: a good deal. A bot wins 60% of its games with it, and 50% with others.");
    expect(luckTexts([luck({ value: 0.4 })], table)[0]).toBe(
      "Ann: a poor deal. A bot wins 40% of its games with it, and 50% with others.",
    );
    expect(luckTexts([luck({ value: 0.55 })], table)[0]).toBe("Ann: an average deal.");
    const scored = { points: 41, usual_points: 36.5, points_error: 1, usual_points_error: 1 };
    expect(luckTexts([luck(scored)], solo)[0]).toBe("Ann: a good deal. A bot scores 41 with it, and 36.5 with others.");
    expect(luckTexts([luck({ ...scored, points_error: 3 })], solo)[0]).toBe("Ann: an average deal.");
    expect(luckTexts([luck({ ...scored, points_error: 3 })], table)[0]).toBe(
      "Ann: a good deal. A bot wins 60% of its games with it, and 50% with others.",
    );
  });

  it("says once which deals were like most", () => {
    const named = { ...table, seats: ["Ann", "Ben", "Cleo"].map((name, seat) => ({ ...seats[0]!, seat, name })) };
    const told = luckTexts([luck({ value: 0.5 }), luck({ seat: 1 }), luck({ seat: 2, value: 0.5 })], named);
    expect(told).toEqual([
      "Ben: a good deal. A bot wins 60% of its games with it, and 50% with others.",
      "Ann and Cleo: an average deal.",
    ]);
  });

  it("adds up what each player gave away", () => {
    const annotation = { moves: [move(), move({ ply: 6, loss: 0, grade: "best" }), move({ ply: 7, seat: 0, loss: 0.05 })] };
    expect(skillText(1, annotation as Annotation, table)).toBe("Ben: each move cost 10.0 percentage points on average.");
    expect(countOf(annotation as Annotation, 1, "mistake")).toBe(1);
    expect(countOf(annotation as Annotation, 0, "mistake")).toBe(1);
  });
});

it("rounds for readers", () => {
  expect(percent(0.666)).toBe("67%");
  expect([rounded(3), rounded(3.04), rounded(3.06)]).toEqual(["3", "3", "3.1"]);
});
