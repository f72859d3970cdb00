import { afterEach, expect, it } from "vitest";
import type { TraxxBoard, TraxxPreview } from "$web/api";
import { settings } from "$web/settings.svelte";
import { MoveMaker, NO_MOVES } from "$web/table/move.svelte";
import { TraxxInput } from "./move-input.svelte";

const LEGAL = ["c5 c4", "c5 d4", "c5 d4 d3", "f3 e3", "pass"];

function begun({ isOwn = true } = {}) {
  const played: string[] = [];
  const explained: string[] = [];
  const explain = async (text: string) => (explained.push(text), null);
  const play = (text: string) => played.push(text);
  const move = new MoveMaker<TraxxPreview>({ ...NO_MOVES, legal: LEGAL, explain, play });
  const board = { card: ["red", "blue"], choice: null, radius: 4 } as unknown as TraxxBoard;
  return { input: new TraxxInput(move, () => board, () => isOwn, () => ["c5", "f3"]), move, played, explained };
}

afterEach(() => {
  settings.sendsFull = false;
});

it("waits even when the card is used up, and is finished by a click on its end", () => {
  const { input, move, played } = begun();
  input.choose("d4");
  input.choose("d3");
  expect([move.text, played]).toEqual(["c5 d4 d3", []]);
  input.choose("d3");
  expect(played).toEqual(["c5 d4 d3"]);
});

it("is sent when the card is used up, where the settings say so", () => {
  settings.sendsFull = true;
  const { input, move, played } = begun();
  input.choose("d4");
  expect([move.text, played]).toEqual(["c5 d4", []]);
  input.choose("d3");
  expect(played).toEqual(["c5 d4 d3"]);
});

it("is not sent while the pen is down", () => {
  settings.sendsFull = true;
  const { input, move, played } = begun();
  input.take(["c5", "d4", "d3"], true);
  expect([move.text, played]).toEqual(["c5 d4 d3", []]);
});

it("distinguishes a next step from a change", () => {
  const { input } = begun();
  expect(["c5", "d4", "d3"].map((field) => input.wordOf(field))).toEqual(["c5", "d4", null]);
  input.choose("d4");
  expect([input.wordOf("d3"), input.wordOf("d4"), input.isChange("d4"), input.isChange("d3")]).toEqual(["d3", null, true, false]);
});

it("asks why it cannot go to a field, from the nearer end or from where it is", () => {
  const { input, move, explained } = begun();
  input.choose("b5");
  input.choose("g3");
  expect(explained).toEqual(["c5 b5", "f3 g3"]);
  input.choose("d4");
  input.choose("d3");
  input.choose("a9");
  expect(explained.at(-1)).toBe("c5 d4 d3 a9");
  expect(move.refusal).toMatchObject({ at: ["a9"] });
});

it("takes two presses to pass", () => {
  const { input, played } = begun();
  input.pass();
  expect([input.isPassing, played]).toEqual([true, []]);
  input.pass();
  expect(played).toEqual(["pass"]);
});

it("cannot be drawn on another's sheet", () => {
  const { input, move, explained } = begun({ isOwn: false });
  input.choose("d4");
  expect([explained, move.refusal?.at]).toEqual([[], ["d4"]]);
  expect([move.text, input.wordOf("d4")]).toEqual(["", null]);
});

it("is taken back in one step", () => {
  const { input, move } = begun();
  input.choose("d4");
  input.clear();
  expect(move.words).toEqual([]);
});
