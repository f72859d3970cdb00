import { expect, test } from "vitest";
import { lastWords } from "./last-move";

test("the latest moves are given as words, without hidden ones", () => {
  const last = [
    { seat: 0, text: "d4 e5", stand_in: null },
    { seat: 1, text: null, stand_in: null },
    { seat: 2, text: "pass", stand_in: null },
  ];
  expect(lastWords(last)).toEqual([
    { seat: 0, words: ["d4", "e5"] },
    { seat: 2, words: ["pass"] },
  ]);
});
