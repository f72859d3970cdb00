import { expect, test } from "vitest";
import type { ExagoView } from "$web/api";
import { textOf } from "$web/message";
import { counted, longestLine } from "./count";

const viewOf = (tiles: Record<string, number>, line: string[] = []): ExagoView =>
  ({ board: { tiles, line, length: 4 } }) as unknown as ExagoView;

test("the longest line runs along any axis, unbroken", () => {
  expect(longestLine(viewOf({ f5: 0, f6: 0, f7: 1, f8: 0 }).board, 0)).toEqual(["f5", "f6"]);
  expect(longestLine(viewOf({ e6: 0, f6: 0, g6: 0, c3: 0 }).board, 0)).toEqual(["e6", "f6", "g6"]);
  expect(longestLine(viewOf({ e7: 0, f6: 0, g5: 0 }).board, 0)).toEqual(["e7", "f6", "g5"]);
  expect(longestLine(viewOf({ f9: 0, f10: 0, f11: 0 }).board, 0)).toEqual(["f9", "f10", "f11"]);
  expect(longestLine(viewOf({ f6: 1 }).board, 0)).toEqual([]);
});

test("the line that won is the one that the server names", () => {
  const [won, other] = [["a1", "b1", "c1", "d1"], ["e5", "e6", "e7", "e8"]];
  const tiles = Object.fromEntries([...other, ...won].map((cell) => [cell, 1]));
  expect(longestLine(viewOf(tiles, won).board, 1)).toEqual(won);
});

test("it is told in words", () => {
  const tiles = { f5: 0, f6: 0, e5: 1, e6: 1, e7: 1, e8: 1 };
  const told = [0, 1, 2].map((seat) => counted(viewOf(tiles), seat));
  expect(told.map(({ total }) => total)).toEqual([2, 4, 0]);
  expect(told.map(({ sentence }) => textOf(sentence))).toEqual([
    "the longest line has 2 of 4 tiles, f5 and f6",
    "a line of 4 tiles, e5, e6, e7 and e8",
    "no tile on the board",
  ]);
});
