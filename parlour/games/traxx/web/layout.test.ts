import { expect, test } from "vitest";
import { centreOf, RIM, STEP, suggested } from "./layout";

const RADIUS = 4;
const pointsOf = (path: string): number[][] => [...path.matchAll(/(-?[\d.]+)[ ,](-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
const across = (field: string): number => centreOf(field, RADIUS).x;

test("a suggested stroke begins beside the end of the line, and points into the field where it would stop", () => {
  const { way, head } = suggested(["d5", "e5", "f5"], RADIUS, () => false);
  expect(pointsOf(way)[0]![0]).toBeCloseTo(across("d5") + RIM, 1);
  expect(pointsOf(way)[1]![0]).toBeCloseTo(across("e5"), 1);
  const [, tip] = pointsOf(head);
  expect(tip![0]).toBeGreaterThan(across("f5"));
  expect(tip![0]).toBeLessThan(across("f5") + STEP / 2);
});

test("its head leaves a number legible", () => {
  const { head } = suggested(["d5", "e5"], RADIUS, (field) => field === "e5");
  const [, tip] = pointsOf(head);
  expect(tip![0]).toBeCloseTo(across("e5") - RIM, 1);
});
