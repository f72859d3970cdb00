import { expect, test } from "vitest";
import type { CirplexedStep } from "$web/api";
import { textOf } from "$web/message";
import phrase, { prompt, promptOfWhole } from "./phrases";

const asked = (step: CirplexedStep, hasTouch = false): string => textOf(prompt(step, hasTouch));

test("a move in the list", () => {
  expect(phrase("BGOP 1,-2 r0")).toBe("lays blue, green, orange, purple at 1,-2");
  expect(phrase("BGOP 1,-2")).toBe("lays blue, green, orange, purple at 1,-2");
});

test("a move names the corners as they lie after the turn, clockwise from the top left", () => {
  expect(phrase("BGOP 1,-2 r1")).toBe("lays purple, blue, green, orange at 1,-2");
  expect(phrase("BGOP 1,-2 r2")).toBe("lays orange, purple, blue, green at 1,-2");
  expect(phrase("BGOP 1,-2 r3")).toBe("lays green, orange, purple, blue at 1,-2");
});

test("the page's prompts do not name visible tiles", () => {
  const choose = { kind: "choose-tile", tiles: ["BGOP", "BGRY"], is_bag_empty: false, is_first: false } as const;
  expect(asked({ ...choose, tiles: [...choose.tiles] })).toBe("Place one of your two tiles beside another.");
  expect(asked({ ...choose, tiles: [...choose.tiles], is_first: true })).toBe(
    "Four quarters of one colour make a circle: place a tile.",
  );
  expect(asked({ ...choose, tiles: [...choose.tiles], is_bag_empty: true })).toBe(
    "The bag is empty: place both tiles, one after the other.",
  );
  expect(asked({ ...choose, tiles: ["BGOP"], is_bag_empty: true })).toBe("Now your other tile.");
  expect(asked({ kind: "choose-cell", tile: "BGOP", is_first: false })).toBe("Place one of your two tiles beside another.");
});

test("a complete move can be turned, moved or placed, with a mouse or a finger", () => {
  expect(asked({ kind: "confirm" })).toBe("Turn it, move it, or click it again to lay it.");
  expect(asked({ kind: "confirm" }, true)).toBe("Turn it, move it, or press Done.");
  for (const hasTouch of [false, true]) expect(textOf(promptOfWhole([], hasTouch))).toBe(asked({ kind: "confirm" }, hasTouch));
});
