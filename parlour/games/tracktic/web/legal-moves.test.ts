import { describe, expect, it } from "vitest";
import { cellAt, pointOf } from "./layout";
import { nearest, placesOf } from "./legal-moves";
import { DRAWN, formOf, held, holdOf, mirrorsFrom, patternOf, turnsFrom } from "./patterns";
import { outline, rounded, SHAPES, shapeOf, tabWords } from "./shapes";

const UPRIGHT = { turns: 0, isMirrored: false };

describe("patterns in the hand", () => {
  it("are the same after four turns, or after two mirrors", () => {
    for (const card of Object.keys(DRAWN)) {
      expect(formOf(held(card, { turns: 4, isMirrored: false }))).toBe(formOf(patternOf(card)));
      const [mirrored] = mirrorsFrom(card, UPRIGHT);
      const back = mirrored ? mirrorsFrom(card, mirrored).map((hold) => formOf(held(card, hold))) : [];
      if (mirrored) expect(back).toContain(formOf(patternOf(card)));
    }
  });

  it("turn only into other forms", () => {
    expect(turnsFrom("I3", UPRIGHT, true).map((hold) => hold.turns)).toEqual([1, 3]);
    expect(turnsFrom("L4", UPRIGHT, true).map((hold) => hold.turns)).toEqual([1, 2, 3]);
    expect(turnsFrom("L4", UPRIGHT, false).map((hold) => hold.turns)).toEqual([3, 2, 1]);
    expect(turnsFrom("S4", UPRIGHT, true).map((hold) => hold.turns)).toEqual([1, 3]);
  });

  it("turn clockwise", () => {
    expect(formOf(held("L4", { turns: 1, isMirrored: false }))).toBe("0,0 1,0 1,1 1,2"); // ###/#.. becomes ##/.#/.#
  });

  it("are recognised by their form", () => {
    for (const isMirrored of [false, true])
      for (let turns = 0; turns < 4; turns++) {
        const form = formOf(held("L5", { turns, isMirrored }));
        expect(holdOf("L5", form)).toEqual({ turns, isMirrored });
      }
  });
});

describe("places", () => {
  const legal = ["I2 d4 d5", "I2 d4 e4", "I2 e4 f4", "I2* f9 f10", "flip a1 a2", "skip"];

  it("come from the legal moves of a card, with and without a token separately", () => {
    expect(placesOf(legal, "I2").map((place) => place.cells.join(" "))).toEqual(["d4 d5", "d4 e4", "e4 f4"]);
    expect(placesOf(legal, "I2*").map((place) => place.cells)).toEqual([["f9", "f10"]]);
  });

  it("lie under the pointer", () => {
    const places = placesOf(legal, "I2").filter((place) => place.form === "0,0 1,0");
    expect(nearest(places, { x: 4.6, y: -4 }, "e4")?.cells).toEqual(["d4", "e4"]);
    expect(nearest(places, { x: 5.4, y: -4 }, "e4")?.cells).toEqual(["e4", "f4"]);
    expect(nearest(places, pointOf("h8"), "h8")).toBeNull();
  });

  it("can each be reached from the middle of a cell, in their form", () => {
    const all: string[] = [];
    for (let x = 1; x < 13; x++)
      for (let y = -13; y < 0; y++) all.push(`I2 ${cellAt({ x, y })} ${cellAt({ x: x + 1, y })}`);
    const places = placesOf(all, "I2");
    const cells = [...new Set(places.flatMap((place) => place.cells))];
    const reached = new Set(cells.map((cell) => nearest(places, pointOf(cell), cell)?.words.join(" ")));
    expect(reached.size).toBe(all.length);
  });
});

describe("pieces", () => {
  it("have the same shape in every rotation", () => {
    SHAPES.forEach(({ sides }, shape) => {
      for (let k = 0; k < 4; k++) expect(shapeOf(((sides << k) | (sides >> (4 - k))) & 15)).toBe(shape);
    });
  });

  it("are drawn with their tabs", () => {
    expect(new Set(Array.from({ length: 16 }, (_, sides) => outline(sides))).size).toBe(16);
    expect(outline(null)).not.toContain("C");
    expect(tabWords(0)).toBe("no tab");
    expect(tabWords(2)).toBe("a tab east");
    expect(tabWords(11)).toBe("tabs north, east and west");
  });

  it("are joined by a path that bends", () => {
    expect(rounded([pointOf("a1")])).toBe("M1,-1");
    expect(rounded([{ x: 0, y: 0 }, { x: 40, y: 0 }, { x: 40, y: 40 }])).toBe("M0,0L31,0Q40,0 40,9L40,40");
  });
});
