import { expect, test } from "vitest";
import type { TraxxView } from "$web/api";
import { textOf } from "$web/message";
import { counted, fieldCounts } from "./count";

const view = {
  board: {
    fields: { a1: "red", a2: "blue", b1: "green", b2: "gray", c1: "red" },
    numbers: { a2: 7, b2: 5, c1: 9 },
    lines: [["a1", "a2", "b2"], ["a1", "a2", "b1", "b2", "c1"]],
    reached: [{ 7: 4, 5: 5 }, { 7: 7, 5: 3, 9: 9 }],
  },
} as unknown as TraxxView;

test("numbers add their points, and every field beside the line costs one", () => {
  expect(fieldCounts(view, 0)).toEqual([
    { field: "a2", points: 4 },
    { field: "b1", points: -1 },
    { field: "b2", points: 5 },
    { field: "c1", points: -1 },
  ]);
  expect(counted(view, 0).total).toBe(7);
  expect(textOf(counted(view, 0).sentence)).toBe("9 points for the numbers, less 2 fields not reached, 9 among them");
});

test("a line over everything misses nothing", () => {
  expect(counted(view, 1).total).toBe(19);
  expect(textOf(counted(view, 1).sentence)).toBe("19 points for the numbers, all reached, less 0 fields not reached");
});
