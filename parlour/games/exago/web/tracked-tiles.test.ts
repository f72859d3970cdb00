import { describe, expect, it } from "vitest";
import { laidOut, moved, type TrackedTile } from "./tracked-tiles";

const where = (pieces: TrackedTile[]): Record<number, string | null> =>
  Object.fromEntries(pieces.map((piece) => [piece.id, piece.cell]));

describe("tiles with a stable identity", () => {
  const before = laidOut({ tiles: { e5: 0, f5: 1, g5: 0 }, hands: [1, 0] });

  it("come from the hand", () => {
    const after = moved(before, { tiles: { e5: 0, f5: 1, g5: 0, h5: 0 }, hands: [0, 0] }, [
      { kind: "placed", seat: 0, cell: "h5" },
    ]);
    expect(where(after)).toEqual({ 0: "e5", 1: "f5", 2: "g5", 3: "h5" });
    expect(after.at(-1)?.id).toBe(3);
  });

  it("go home before the lifted one is put down, even onto their place", () => {
    const after = moved(before, { tiles: { g5: 0, f5: 1 }, hands: [2, 0] }, [
      { kind: "lifted", seat: 0, cell: "e5" },
      { kind: "returned", seat: 0, cells: ["g5"] },
      { kind: "placed", seat: 0, cell: "g5" },
    ]);
    expect(where(after)).toEqual({ 0: "g5", 1: "f5", 2: null, 3: null });
    expect(after.find((piece) => piece.id === 2)?.after).toBe(0);
    expect(after.find((piece) => piece.id === 0)?.after).toBe(1);
  });

  it("go back when a move is taken back, without events", () => {
    const after = moved(before, { tiles: { e5: 0, f5: 1, h4: 0 }, hands: [1, 0] }, []);
    expect(where(after)).toEqual({ 0: "e5", 1: "f5", 2: "h4", 3: null });
  });

  it("are laid out again in another match", () => {
    const after = moved(before, { tiles: {}, hands: [6, 6, 6] }, []);
    expect(after).toHaveLength(18);
  });
});
