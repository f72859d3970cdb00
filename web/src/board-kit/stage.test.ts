import { describe, expect, test } from "vitest";
import { sizeWhole, windowOn } from "./stage";

const BOARD = { x: -50, y: -40, width: 100, height: 80 };
const MIDDLE = { x: 0, y: 0 };

describe("the window on a board", () => {
  test("shows the whole board at zoom 1, centred, in the window's proportions", () => {
    const seen = windowOn(BOARD, 400, 400, 1, MIDDLE);
    expect(seen).toEqual({ x: -50, y: -50, width: 100, height: 100 });
    expect(windowOn(BOARD, 800, 320, 1, { x: 33, y: 7 })).toEqual({ x: -100, y: -40, width: 200, height: 80 });
  });

  test("shows less when zoomed, and stays on the board", () => {
    expect(windowOn(BOARD, 400, 320, 2, MIDDLE)).toEqual({ x: -25, y: -20, width: 50, height: 40 });
    expect(windowOn(BOARD, 400, 320, 2, { x: 999, y: -999 })).toEqual({ x: 0, y: -40, width: 50, height: 40 });
  });

  test("only sides that do not fit pan", () => {
    const seen = windowOn(BOARD, 200, 640, 2, { x: 40, y: 999 });
    expect(seen.width).toBe(50);
    expect(seen.x).toBe(0);
    expect(seen.y + seen.height / 2).toBe(0);
  });

  test("before the size is known it shows the whole board", () => {
    expect(windowOn(BOARD, 0, 0, 2, MIDDLE)).toEqual(BOARD);
  });
});

test("a target is as large as the whole board allows", () => {
  expect(sizeWhole(BOARD, 300, 320, 8)).toBe(24);
  expect(sizeWhole(BOARD, 300, 160, 8)).toBe(16);
  expect(sizeWhole(BOARD, 0, 0, 8)).toBe(0);
});
