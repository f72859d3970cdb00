import { expect, it } from "vitest";
import type { Hint } from "../api";
import { Hints } from "./hints.svelte";
import { hintText } from "./hint-words";
import { MoveMaker, NO_MOVES } from "./move.svelte";
import type { Table } from "./table.svelte";

const ANSWER: Hint = {
  type: "hint",
  seat: 0,
  turn: 1,
  step: "where",
  cells: ["f6", "g6"],
  move: null,
  line: [],
  value: null,
  error: null,
  points: null,
  considered: null,
  gain: null,
  gain_error: null,
  gain_points: null,
  sentence: "",
  template: "",
  args: {},
  ref: 1,
};
const MOVE = { move: "g6", step: "move" } as const;
const LINE = { move: "g6", step: "line" as const, line: ["g6", "h6", "g7"], value: 0.61, error: 0.01 };

function atTable(answers: (Hint | null)[]): { hints: Hints; move: MoveMaker; asked: unknown[] } {
  const asked: unknown[] = [];
  const source = { ...NO_MOVES, legal: ["g6", "g7", "a1 b1"], position: "1", confirms: true };
  const move = new MoveMaker(source);
  const hint: Table["hint"] = async (...question) => {
    asked.push(question);
    return answers.shift() ?? null;
  };
  const state = { hints: true } as Table["state"];
  return { hints: new Hints({ state, position: "1", hint }, move, () => (text) => `lays ${text}`), move, asked };
}

it("tells a little more each time, until the next action", async () => {
  const { hints, move, asked } = atTable([ANSWER, { ...ANSWER, ...MOVE }, { ...ANSWER, ...MOVE }, { ...ANSWER, ...LINE }]);
  await hints.ask();
  expect([hints.text, hints.ghost, move.refusal?.marks]).toEqual(["Look at what is marked: f6 and g6.", null, ["f6", "g6"]]);
  await hints.ask();
  expect([hints.text, hints.ghost]).toEqual(["A strong bot lays g6.", { seat: 0, text: "g6" }]);
  move.choose("g7");
  expect([hints.text, hints.ghost, move.refusal]).toEqual(["", null, null]);
  await hints.ask(); // the same step again, after an action
  await hints.ask();
  expect(hints.text).toBe("A strong bot lays g6. Then perhaps h6, g7. It gives you a chance of 61%.");
  expect(hints.isLast).toBe(true);
  await hints.ask();
  expect(asked).toEqual([["where", null], ["move", null], ["move", "g7"], ["line", "g7"]]);
});

it("asks again for what was not answered", async () => {
  const { hints, move, asked } = atTable([null, ANSWER]);
  await hints.ask();
  expect([hints.text, hints.isAsked, move.refusal]).toEqual(["", false, null]);
  await hints.ask();
  expect([hints.text, asked.length]).toEqual(["Look at what is marked: f6 and g6.", 2]);
});

it("says what the move gains over the one being considered", () => {
  const gains = (more: Partial<Hint>): string => hintText({ ...ANSWER, ...LINE, line: ["g6"], considered: "g7", ...more }, null);
  expect(gains({ gain: 0.2, gain_error: 0 })).toBe("A strong bot plays g6. It wins 20% more often than your move.");
  expect(gains({ gain: 0.2, gain_error: 0.02 })).toContain("It wins 20% (± 4) more often than your move.");
  expect(gains({ gain: 0.02, gain_error: 0.02 })).toContain("Your move is about as good.");
  expect(gains({ gain: 0.2, gain_error: 0, gain_points: 3.2 })).toContain("than your move, with a score that is higher by 3.");
  expect(gains({ considered: "g6", gain: 0, gain_error: 0 })).toContain("It is your move, too.");
  expect(gains({ considered: null, points: 31.4 })).toContain("Expected score: 31.");
});
