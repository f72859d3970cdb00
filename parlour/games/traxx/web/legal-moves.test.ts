import { expect, test } from "vitest";
import { type Arrow, neighbour } from "$web/board-kit/geometry";
import { centreOf, keyPoint, labelsAround } from "./layout";
import { afterClick, afterDrag, growingEnds, nextFields, reachableFields, wayTo } from "./legal-moves";

const LEGAL = ["c5 c4", "c5 c4 d3", "c5 d4", "c5 d4 d3", "c5 d4 d3 e2", "f3 e3", "f3 e3 e2", "f3 f2", "pass"];
const RADIUS = 4;
const FIELDS = Array.from({ length: 81 }, (_, k) => [Math.floor(k / 9) - 4, (k % 9) - 4] as const)
  .filter(([q, r]) => Math.abs(q + r) <= RADIUS)
  .map(([q, r]) => `${String.fromCharCode(97 + q + RADIUS)}${r + RADIUS + 1}`);

test("the line grows from both ends until one is chosen", () => {
  expect(growingEnds(LEGAL)).toEqual(["c5", "f3"]);
  expect([...nextFields(LEGAL, [])]).toEqual(["c4", "d4", "e3", "f2"]);
  expect([...nextFields(LEGAL, ["c5"])]).toEqual(["c4", "d4"]);
  expect([...nextFields(LEGAL, ["c5", "d4"])]).toEqual(["d3"]);
  expect(reachableFields(LEGAL, [])).toEqual(new Set(["c4", "d3", "d4", "e2", "e3", "f2"]));
  expect(reachableFields(LEGAL, ["c5", "c4"])).toEqual(new Set(["d3"]));
});

test("the way to a field is the shortest, with ties broken by the most options after it", () => {
  expect(wayTo(LEGAL, [], "d3")).toEqual(["c5", "d4", "d3"]);
  expect(wayTo(LEGAL, [], "e2")).toEqual(["f3", "e3", "e2"]);
  expect(wayTo(LEGAL, ["c5"], "e2")).toEqual(["d4", "d3", "e2"]);
  expect(wayTo(LEGAL, [], "c5")).toBeNull();
  expect(wayTo(LEGAL, ["c5", "c4"], "e2")).toBeNull();
});

test("a click continues, goes back, finishes, or starts at the other end", () => {
  expect(afterClick(LEGAL, [], "c5")).toEqual(["c5"]);
  expect(afterClick(LEGAL, ["c5"], "c5")).toEqual([]);
  expect(afterClick(LEGAL, [], "c4")).toEqual(["c5", "c4"]);
  expect(afterClick(LEGAL, ["c5", "d4"], "d3")).toEqual(["c5", "d4", "d3"]);
  expect(afterClick(LEGAL, ["c5", "d4", "d3"], "d4")).toEqual(["c5", "d4"]);
  expect(afterClick(LEGAL, ["c5", "d4", "d3"], "c5")).toEqual(["c5"]);
  expect(afterClick(LEGAL, ["c5", "d4", "d3"], "d3")).toBe("finish");
  expect(afterClick(LEGAL, ["c5", "d4"], "f3")).toEqual(["f3"]);
  expect(afterClick(LEGAL, ["c5"], "f2")).toEqual(["f3", "f2"]);
  expect(afterClick(LEGAL, ["c5", "d4"], "f2")).toBeNull();
  expect(afterClick(LEGAL, [], "a5")).toBeNull();
});

test("dragging adds a field, and dragging back removes it", () => {
  expect(afterDrag(LEGAL, ["c5"], "d4")).toEqual(["c5", "d4"]);
  expect(afterDrag(LEGAL, ["c5", "d4", "d3"], "d4")).toEqual(["c5", "d4"]);
  expect(afterDrag(LEGAL, ["c5", "d4"], "d4")).toBeNull();
  expect(afterDrag(LEGAL, ["c5", "d4"], "a5")).toBeNull();
  expect(afterDrag(LEGAL, [], "c4")).toBeNull();
});

test("arrow keys lead from every field to every other, row by row", () => {
  const points = new Map(FIELDS.map((field) => [field, keyPoint(field, RADIUS)]));
  const go = (field: string, arrow: Arrow) => neighbour(points.get(field)!, arrow, points);
  const arrows: Arrow[] = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];
  for (const field of FIELDS) {
    const found = new Set([field]);
    for (const here of found) for (const arrow of arrows) found.add(go(here, arrow) ?? here);
    expect(found.size).toBe(FIELDS.length);
  }
  for (const arrow of ["ArrowUp", "ArrowDown"] as const) {
    const near = go("e5", arrow)!;
    expect(Math.abs(Number(near.slice(1)) - 5)).toBe(1);
    const far = go(near, arrow)!;
    expect(centreOf(far, RADIUS).x).toBeCloseTo(centreOf("e5", RADIUS).x); // straight on, in a zigzag
  }
  expect([go("e5", "ArrowLeft"), go("e5", "ArrowRight")]).toEqual(["d5", "f5"]);
});

test("every column and every row is named once", () => {
  expect(FIELDS.length).toBe(61);
  expect(labelsAround(FIELDS, RADIUS).map(({ text }) => text).sort()).toEqual([..."123456789abcdefghi"]);
});
