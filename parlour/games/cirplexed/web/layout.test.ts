import { expect, test } from "vitest";
import { effectText, ownerName } from "./descriptions";
import { boxAround, cornersOf, middleOf, pointOf, spanOf, turnWord } from "./layout";

const tile = (cell: string) => ({ tile: "BGOP", cell, turn: 0, face: "BGOP" });

test("rows go upward, and a point is at the upper right of the cell that names it", () => {
  expect(middleOf("1,2")).toEqual({ x: 100, y: -200 });
  expect(pointOf({ x: 1, y: 2 })).toEqual({ x: 150, y: -250 });
  expect(cornersOf("0,0")).toEqual(["-1,0", "0,0", "0,-1", "-1,-1"]);
});

test("the box has the patch in its middle and grows with it", () => {
  expect(boxAround([tile("0,0")], 1, { across: 5, down: 5 })).toEqual({ x: -250, y: -250, width: 500, height: 500 });
  expect(boxAround([tile("0,0"), tile("4,0"), tile("4,-1")], 1, { across: 3, down: 3 })).toEqual({ x: -150, y: -150, width: 700, height: 400 });
  expect(boxAround([], 1, { across: 3, down: 3 })).toEqual({ x: -150, y: -150, width: 300, height: 300 });
});

test("patches drawn at the same scale have a common span", () => {
  expect(spanOf([[tile("0,0"), tile("2,0")], [tile("0,0"), tile("0,-1")], []])).toEqual({ across: 3, down: 2 });
  expect(spanOf([])).toEqual({ across: 1, down: 1 });
});

test("turns wrap around in both directions", () => {
  expect([-1, 0, 3, 4, -5].map(turnWord)).toEqual(["r3", "r0", "r3", "r0", "r3"]);
});

test("an effect is one sentence", () => {
  const none = { turn: "r0", completes: [], builds: [], spoils: [] };
  expect(effectText(none)).toBe("Neither builds nor spoils a circle.");
  const part = (colour: string, quarters: number) => ({ colour, quarters, x: 0, y: 0 });
  const all = { ...none, completes: [{ colour: "red", x: 0, y: 0 }], spoils: [part("green", 1), part("blue", 3)] };
  expect(effectText(all)).toBe("Closes a red circle; spoils three quarters of blue and a quarter of green.");
  expect(effectText({ ...none, spoils: [part("green", 1), part("blue", 1)] })).toBe(
    "Spoils a quarter each of green and blue.",
  );
  expect(effectText({ ...none, builds: [part("red", 2)] })).toBe("Makes a half of red.");
});

test("a bot is named after its seat, a person by their name", () => {
  const seat = { seat: 1, kind: "bot" as const, name: "birch", bot: "greedy", has_person: false, resigned: false };
  expect(ownerName(seat, "Seat 2")).toBe("Birch");
  expect(ownerName({ ...seat, kind: "person", bot: null, name: "ann (me)" }, "Seat 2")).toBe("ann (me)");
  expect(ownerName(undefined, "Seat 2")).toBe("Seat 2");
});
