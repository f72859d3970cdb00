import { expect, it } from "vitest";
import type { ExagoPreview, ExagoView, Words } from "$web/api";
import { MoveMaker, NO_MOVES } from "$web/table/move.svelte";
import { ExagoInput } from "./move-input.svelte";

const LEGAL = ["g6", "g7", "d6 e5", "d6 g6", "f6 b6 c5", "f6 e6 c5"];
const TILES = { d6: 0, f6: 0, b6: 1, c6: 1, e6: 1 };
const TOLD: Record<string, ExagoPreview> = {
  d6: { cut: {}, groups: [], loose: ["c6"], line: [] },
  f6: { cut: {}, groups: [{ word: "b6", cells: ["b6", "c6"] }, { word: "e6", cells: ["e6"] }], loose: [], line: [] },
};

function begun({ confirms = false } = {}) {
  const [played, explained]: [string[], string[]] = [[], []];
  const ask = async (text: string) => ({ preview: TOLD[text] ?? null, words: [], is_move: false }) as unknown as Words;
  const explain = async (text: string) => (explained.push(text), null);
  const source = { ...NO_MOVES, legal: LEGAL, confirms, ask, explain, play: (text: string) => played.push(text) };
  const move = new MoveMaker<ExagoPreview>(source);
  const view = { legal: LEGAL, options: {}, board: { tiles: TILES } } as unknown as ExagoView;
  return { input: new ExagoInput(move, () => view), move, played, explained };
}

const told = (): Promise<void> => new Promise((done) => setTimeout(done));

it("is played by two clicks", () => {
  const { input, played } = begun();
  expect(input.canPlace).toBe(true);
  input.choose("d6");
  expect(input.now).toMatchObject({ lift: "d6", step: "target" });
  input.choose("e5");
  expect(played).toEqual(["d6 e5"]);
});

it("is taken back by a click on the tile that is lifted", () => {
  const { input, move } = begun();
  input.choose("d6");
  expect(input.isChange("d6")).toBe(true);
  input.choose("d6");
  expect(move.words).toEqual([]);
});

it("repeats an earlier step if the cell is a choice for it", () => {
  const { input, move, explained } = begun({ confirms: true });
  input.choose("d6");
  input.choose("e5");
  input.choose("g6");
  expect(move.words).toEqual(["d6", "g6"]);
  input.choose("f6");
  expect(move.words).toEqual(["f6"]);
  expect(explained).toEqual([]);
});

it("is unchanged if the cell is no choice for any step, and asks why it is none", () => {
  const { input, move, explained } = begun();
  input.choose("d6");
  expect(input.isChange("b6")).toBe(false);
  input.choose("b6");
  expect(move.words).toEqual(["d6"]);
  expect(explained).toEqual(["d6 b6"]);
  expect(move.refusal).toMatchObject({ at: ["b6"], reason: null });
  input.choose("d6");
  expect(move.refusal).toBeNull();
});

it("accepts any cell of a group", async () => {
  const { input, move } = begun();
  input.choose("f6");
  await told();
  expect(input.wordOf("c6")).toBe("b6");
  input.choose("c6");
  expect(move.words).toEqual(["f6", "b6"]);
});

it("waits for a second tap on touch screens if the move breaks up the board", async () => {
  const { input, move, played } = begun();
  input.choose("d6", true);
  await told();
  input.choose("e5", true);
  expect(move.words).toEqual(["d6", "e5"]);
  expect(played).toEqual([]);
  input.choose("e5", true);
  expect(played).toEqual(["d6 e5"]);
});
