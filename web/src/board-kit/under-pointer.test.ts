import { afterEach, expect, test, vi } from "vitest";
import { cellOfEvent, cellUnder, pointWithin } from "./under-pointer";

const inCell = (name: string | null) => ({
  closest: (selector: string) =>
    name !== null && selector === "[data-cell]" ? { getAttribute: () => name } : null,
});

afterEach(() => void vi.unstubAllGlobals());

test("a cell is found by a point", () => {
  vi.stubGlobal("document", { elementFromPoint: (x: number) => (x < 0 ? null : inCell(x > 10 ? null : "e5")) });
  expect([5, 20, -1].map((x) => cellUnder({ x, y: 0 }))).toEqual(["e5", null, null]);
});

test("a cell is found by an event on it", () => {
  expect(cellOfEvent({ target: inCell("d4") } as unknown as Event)).toBe("d4");
  expect(cellOfEvent({ target: inCell(null) } as unknown as Event)).toBeNull();
});

test("a drawing that is not on the page has no points", () => {
  expect(pointWithin(undefined, { x: 1, y: 1 })).toBeNull();
  expect(pointWithin({ getScreenCTM: () => null } as unknown as SVGGraphicsElement, { x: 1, y: 1 })).toBeNull();
});
