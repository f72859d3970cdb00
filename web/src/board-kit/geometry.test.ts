import { describe, expect, test } from "vitest";
import { type Arrow, hexCentre, hexCorners, isArrow, linePath, neighbour, type Point, polygonPoints } from "./geometry";

const ARROWS: Arrow[] = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];
const BACK: Record<Arrow, Arrow> = {
  ArrowUp: "ArrowDown",
  ArrowDown: "ArrowUp",
  ArrowLeft: "ArrowRight",
  ArrowRight: "ArrowLeft",
};

const squares = new Map<string, Point>();
for (let x = 0; x < 5; x += 1) for (let y = 0; y < 4; y += 1) squares.set(`${"abcde"[x]}${y + 1}`, { x, y: -y });

/** Hexes with a flat top lie in columns: for the arrow keys the harder case. */
function flatCentre(name: string, radius: number): Point {
  const { x, y } = hexCentre(name, radius, 1);
  const [q, r] = [x / Math.sqrt(3) - y / 3, y / 1.5];
  return { x: 1.5 * q, y: -Math.sqrt(3) * (r + q / 2) };
}

const hexes = new Map<string, Point>();
for (let q = 0; q <= 10; q += 1)
  for (let r = 0; r <= 10; r += 1)
    if (Math.abs(q - 5 + r - 5) <= 5) {
      const name = `${String.fromCharCode(97 + q)}${r + 1}`;
      hexes.set(name, flatCentre(name, 5));
    }

const walk = (points: Map<string, Point>, from: string, arrow: Arrow) => neighbour(points.get(from)!, arrow, points);

/** All cells that the arrow keys reach from one of them. */
function reached(points: Map<string, Point>, from: string): Set<string> {
  const [found, queue] = [new Set([from]), [from]];
  for (const name of queue)
    for (const arrow of ARROWS) {
      const next = walk(points, name, arrow);
      if (next !== null && !found.has(next)) queue.push((found.add(next), next));
    }
  return found;
}

describe("arrow keys over squares", () => {
  test("lead to the four neighbours", () => {
    expect(walk(squares, "c2", "ArrowUp")).toBe("c3");
    expect(walk(squares, "c2", "ArrowDown")).toBe("c1");
    expect(walk(squares, "c2", "ArrowLeft")).toBe("b2");
    expect(walk(squares, "c2", "ArrowRight")).toBe("d2");
  });

  test("stop at the edge", () => {
    expect(walk(squares, "a1", "ArrowLeft")).toBeNull();
    expect(walk(squares, "e4", "ArrowUp")).toBeNull();
  });

  test("jump over a gap, preferring straight ahead", () => {
    const holed = new Map([...squares].filter(([name]) => name !== "c2"));
    expect(walk(holed, "b2", "ArrowRight")).toBe("d2");
  });

  test("reach every cell, and the opposite arrow leads back", () => {
    expect(reached(squares, "a1").size).toBe(20);
    for (const name of squares.keys())
      for (const arrow of ARROWS) {
        const next = walk(squares, name, arrow);
        if (next !== null) expect(walk(squares, next, BACK[arrow])).toBe(name);
      }
  });
});

describe("arrow keys over hexes with a flat top", () => {
  test("91 cells, the centre in the middle", () => {
    expect(hexes.size).toBe(91);
    expect(hexes.get("f6")!.x).toBeCloseTo(0);
    expect(hexes.get("f6")!.y).toBeCloseTo(0);
  });

  test("up and down stay in the column", () => {
    expect(walk(hexes, "f6", "ArrowUp")).toBe("f7");
    expect(walk(hexes, "f6", "ArrowDown")).toBe("f5");
  });

  test("left and right go to the next column, to a cell that touches", () => {
    expect(["e6", "e7"]).toContain(walk(hexes, "f6", "ArrowLeft"));
    expect(["g5", "g6"]).toContain(walk(hexes, "f6", "ArrowRight"));
  });

  test("left and left again stays in the row, and right leads back", () => {
    const way = ["f6"];
    for (const arrow of ["ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowRight", "ArrowRight", "ArrowRight"] as const)
      way.push(walk(hexes, way.at(-1)!, arrow)!);
    expect(way).toEqual(["f6", "e7", "d7", "c8", "d7", "e7", "f6"]);
  });

  test("reach every cell", () => {
    expect(reached(hexes, "a6").size).toBe(91);
  });

  test("every step but at the rim leads to a cell that touches", () => {
    for (const [name, from] of hexes)
      for (const arrow of ARROWS) {
        const next = walk(hexes, name, arrow);
        if (next === null) continue;
        const to = hexes.get(next)!;
        expect(Math.hypot(to.x - from.x, to.y - from.y)).toBeLessThan(1.74);
      }
  });
});

test("names of keys", () => {
  expect(ARROWS.every(isArrow)).toBe(true);
  expect(isArrow("Enter")).toBe(false);
  expect(isArrow("toString")).toBe(false);
});

test("a hex has six corners at its size from the middle, one of them at the top", () => {
  const corners = hexCorners({ x: 3, y: -2 }, 2);
  expect(corners).toHaveLength(6);
  for (const { x, y } of corners) expect(Math.hypot(x - 3, y + 2)).toBeCloseTo(2);
  expect(Math.min(...corners.map(({ y }) => y))).toBeCloseTo(-4);
});

test("columns slant: a step down goes half a cell to the right", () => {
  expect(hexCentre("f6", 5, 10)).toEqual({ x: 0, y: 0 });
  const [beside, below] = [hexCentre("g6", 5, 10), hexCentre("f7", 5, 10)];
  expect([beside.y, below.y]).toEqual([0, 15]);
  expect(below.x).toBeCloseTo(beside.x / 2);
});

test("points are written with two digits", () => {
  const points = [{ x: 0, y: 1 / 3 }, { x: -2, y: 4 }];
  expect(polygonPoints(points)).toBe("0.00,0.33 -2.00,4.00");
  expect(linePath(points)).toBe("M0.00,0.33L-2.00,4.00");
});
