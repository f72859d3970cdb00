import { describe, expect, it } from "vitest";
import { around, cellAt, cellsOf, centreOf } from "./layout";

describe("the board", () => {
  it("has 61 or 91 cells, with the centre in the middle", () => {
    expect(cellsOf(4)).toHaveLength(61);
    expect(cellsOf(5)).toHaveLength(91);
    expect(centreOf("f6", 5)).toEqual({ x: 0, y: 0 });
    expect(centreOf("g6", 5).y).toBe(0);
    expect(centreOf("f7", 5).x).toBeGreaterThan(0);
  });

  it("finds the cell at a point", () => {
    for (const name of cellsOf(5)) {
      const { x, y } = centreOf(name, 5);
      for (const [dx, dy] of [[0, 0], [7, 0], [-7, 3], [0, 8], [3, -7]] as const) {
        expect(cellAt({ x: x + dx, y: y + dy }, 5)).toBe(name);
      }
    }
    expect(cellAt({ x: 0, y: 100 }, 5)).toBeNull();
  });
});

describe("the hands", () => {
  it("go clockwise around the board from the nearest, which is below", () => {
    for (let players = 2; players <= 6; players++) {
      const { trays } = around(5, Array(players).fill(players === 2 ? 12 : 6), 1);
      const angles = trays.map(({ from, to }) => Math.atan2((from.y + to.y) / 2, (from.x + to.x) / 2));
      const turns = angles.map((angle) => ((angle - Math.PI / 2) / (2 * Math.PI) + 1.0001) % 1);
      expect(turns[1]).toBeCloseTo(0, 2);
      const inOrder = turns.map((_, k) => turns[(k + 1) % players]!);
      expect([...inOrder].sort()).toEqual(inOrder);
    }
  });
});
