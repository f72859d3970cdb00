import { expect, test } from "vitest";
import type { CirplexedView } from "$web/api";
import { textOf } from "$web/message";
import { counted, partsOf } from "./count";

const viewOf = (shown: number): CirplexedView =>
  ({
    outcome: {},
    board: {
      shown,
      tiles_each: 22,
      circles: [[{ colour: "red", x: 0, y: 0 }, { colour: "blue", x: 2, y: 1 }, { colour: "red", x: 3, y: 3 }], []],
      spoiled: [[{ x: 1, y: 1 }], []],
      partial: [
        [
          { colour: "green", x: -1, y: 0, cells: ["0,0", "-1,0", "-1,1"] },
          { colour: "red", x: 1, y: 1, cells: ["1,2", "2,2"] },
        ],
        [],
      ],
    },
  }) as unknown as CirplexedView;

test("circles are told by colour, with the points that were spoiled", () => {
  const told = counted(viewOf(22), 0, "circles")!;
  expect(told.total).toBe(3);
  expect(textOf(told.sentence)).toBe("3 circles (1 blue, 2 red); several colours meet at one point");
  expect(textOf(counted(viewOf(22), 1, "circles")!.sentence)).toBe("none");
});

test("what breaks ties is told apart by its quarters, which lie at their corners", () => {
  const view = viewOf(22);
  expect(partsOf(view, 0, "three_quarters")).toEqual([{ colour: "green", x: -1, y: 0, corners: [2, 3, 0] }]);
  expect(partsOf(view, 0, "halves")).toEqual([{ colour: "red", x: 1, y: 1, corners: [0, 1] }]);
  expect(textOf(counted(view, 0, "three_quarters")!.sentence)).toBe("one three-quarter circle (1 green)");
  expect(textOf(counted(view, 0, "halves")!.sentence)).toBe("one half circle (1 red)");
});

test("unknown columns, and ties in a game that was given up, are not counted", () => {
  expect(counted(viewOf(22), 0, "stars")).toBeNull();
  expect(counted(viewOf(9), 0, "halves")).toBeNull();
  expect(counted(viewOf(9), 0, "circles")!.total).toBe(3);
});
