import { describe, expect, test } from "vitest";
import { FINGER, fingerZoom, windowOn } from "./stage";

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

describe("room for a finger", () => {
  test("zooms until a target is wide enough", () => {
    const zoom = fingerZoom(BOARD, 300, 240, 8);
    expect(zoom * 3 * 8).toBeCloseTo(FINGER);
  });

  test("does not zoom a board that is large enough, and has a maximum", () => {
    expect(fingerZoom(BOARD, 1000, 800, 8)).toBe(1);
    expect(fingerZoom(BOARD, 100, 80, 1)).toBe(4);
    expect(fingerZoom(BOARD, 0, 0, 1)).toBe(1);
  });
});
