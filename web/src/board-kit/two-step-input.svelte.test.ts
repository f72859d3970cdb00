import { expect, it } from "vitest";
import { MoveMaker, NO_MOVES } from "../table/move.svelte";
import { TwoStepInput } from "./two-step-input.svelte";

/** As in the documentation. */
class SampleInput extends TwoStepInput<{ captured: string }> {}

/** Pieces on b2 and c2, which can both go to b3. */
const LEGAL = ["b2 a3", "b2 b3", "c2 b3", "c2 d3"];

function begun({ confirms = false, legal = LEGAL } = {}) {
  const [played, explained]: [string[], string[]] = [[], []];
  const explain = async (text: string) => (explained.push(text), null);
  const move = new MoveMaker<{ captured: string }>({ ...NO_MOVES, legal, confirms, explain, play: (text) => played.push(text) });
  return { input: new SampleInput(move), move, played, explained };
}

it("lifts a piece and moves it to a target", () => {
  const { input, played } = begun();
  expect(["b2", "c2", "a3", "b3"].map((cell) => input.wordOf(cell))).toEqual(["b2", "c2", null, null]);
  input.choose("b2");
  expect([input.lifted, input.wordOf("a3"), input.wordOf("d3"), input.wordOf("c2")]).toEqual(["b2", "a3", null, null]);
  input.choose("b3");
  expect(played).toEqual(["b2 b3"]);
});

it("puts a piece back by a click on it", () => {
  const { input, move } = begun();
  input.choose("b2");
  expect(input.isChange("b2")).toBe(true);
  input.choose("b2");
  expect([move.words, input.lifted]).toEqual([[], null]);
});

it("changes to another piece", () => {
  const { input, move, explained } = begun();
  expect(input.isChange("c2")).toBe(false); // nothing is lifted: it is a first choice
  input.choose("b2");
  expect(input.isChange("c2")).toBe(true);
  input.choose("c2");
  expect([move.words, explained]).toEqual([["c2"], []]);
});

it("leaves the move as it is at a cell that is no choice, and asks why it is none", () => {
  const { input, move, explained } = begun();
  input.choose("a3");
  input.choose("b2");
  expect(input.isChange("d3")).toBe(false);
  input.choose("d3");
  expect([move.words, explained, move.refusal?.at]).toEqual([["b2"], ["a3", "b2 d3"], ["d3"]]);
});

it("waits for players who confirm their moves, and changes the target, then takes it back", () => {
  const { input, move, played } = begun({ confirms: true });
  input.choose("b2");
  input.choose("a3");
  expect([move.isFinal, input.lifted, input.target]).toEqual([true, "b2", "a3"]);
  input.choose("b3");
  expect(move.text).toBe("b2 b3");
  input.choose("b3");
  expect([move.words, input.target]).toEqual([["b2"], null]);
  input.choose("a3");
  input.choose("c2");
  expect(move.words).toEqual(["c2"]);
  input.choose("d3");
  move.finish();
  expect(played).toEqual(["c2 d3"]);
});

it("answers nobody who is not to act", () => {
  const { input, move, explained } = begun({ legal: [] });
  input.point("b2");
  input.choose("b2");
  expect([input.over, input.wordOf("b2"), input.isChange("b2")]).toEqual(["b2", null, false]);
  expect([move.words, explained]).toEqual([[], []]);
});
