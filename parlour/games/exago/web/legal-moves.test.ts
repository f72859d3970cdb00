import { describe, expect, it } from "vitest";
import { chosen, reading, waysTo } from "./legal-moves";

const tiles = { d6: 0, b6: 1, c6: 1, e6: 1, f6: 1 };

describe("a move by clicks", () => {
  it("begins with a cell or a tile", () => {
    const begin = reading(["g6", "g7", "d6 g6"], [], tiles, false);
    expect(begin).toMatchObject({ step: "begin", next: ["g6", "g7", "d6"] });
    expect(chosen(begin, "g6")).toEqual(["g6"]);
    expect(reading(["g6"], ["g6"], tiles, false)).toMatchObject({ step: "whole", target: "g6", lift: null });
  });

  it("goes on to a target", () => {
    const lifted = reading(["d6 e5", "d6 g6"], ["d6"], tiles, false);
    expect(lifted).toMatchObject({ step: "target", lift: "d6", next: ["e5", "g6"] });
    expect(chosen(lifted, "e5")).toEqual(["d6", "e5"]);
  });

  it("takes a cell that the lift empties as a target", () => {
    expect(reading(["d6 c6"], ["d6", "c6"], tiles, false)).toMatchObject({ step: "whole", target: "c6", group: null });
  });

  it("asks for the group between lift and target if groups tie", () => {
    const legal = ["d6 b6 c5", "d6 e6 g6", "d6 e6 c5"];
    const lifted = reading(legal, ["d6"], tiles, false);
    expect(lifted).toMatchObject({ step: "group", next: ["b6", "e6"] });
    const kept = reading(legal, chosen(lifted, "e6"), tiles, false);
    expect(kept).toMatchObject({ step: "target", group: "e6", next: ["g6", "c5"] });
    expect(chosen(kept, "g6")).toEqual(["d6", "e6", "g6"]);
    expect(waysTo(legal, lifted, "g6")).toEqual([["d6", "e6", "g6"]]);
    expect(waysTo(legal, lifted, "c5")).toHaveLength(2);
    expect(waysTo(legal, kept, "c5")).toHaveLength(1);
  });

  it("asks for the group after the target with reconnect", () => {
    const legal = ["d6 a6", "d6 b6 c5", "d6 c5 c5"];
    const lifted = reading(legal, ["d6"], tiles, true);
    expect(lifted).toMatchObject({ step: "target", next: ["a6", "c5"] });
    expect(reading(legal, ["d6", "a6"], tiles, true)).toMatchObject({ step: "whole", target: "a6" });
    const put = reading(legal, ["d6", "c5"], tiles, true);
    expect(put).toMatchObject({ step: "group", target: "c5", next: ["b6", "c5"] });
    expect(chosen(put, "b6")).toEqual(["d6", "b6", "c5"]);
    expect(chosen(put, "c5")).toEqual(["d6", "c5", "c5"]);
  });
});
