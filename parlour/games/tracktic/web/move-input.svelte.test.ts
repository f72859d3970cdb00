import { expect, it } from "vitest";
import type { TrackticPreview } from "$web/api";
import { MoveMaker, NO_MOVES } from "$web/table/move.svelte";
import { cellAt } from "./layout";
import { inCell, TrackticInput } from "./move-input.svelte";
import { holdOf } from "./patterns";

const LEGAL = ["I3 d3 e3 f3", "I3 f5 f6 f7", "U5 b2 b3 c2 d2 d3", "U5 b3 b4 c3 d3 d4", "U5 h8 h9 i8 j8 j9", "U5 k3 k5 l3 l4 l5"];

function inHand(card: string): { input: TrackticInput; played: string[]; explained: string[] } {
  const [played, explained]: [string[], string[]] = [[], []];
  const explain = async (text: string) => (explained.push(text), null);
  const source = { ...NO_MOVES, legal: LEGAL, explain, play: (text: string) => played.push(text) };
  const input = new TrackticInput(new MoveMaker<TrackticPreview>(source), () => false, () => ["a13", "m1"]);
  input.pick(card);
  return { input, played, explained };
}

it("asks why the pattern cannot lie where it is clicked, as it is held and within the grid", () => {
  const { input, explained } = inHand("I3");
  input.choose(inCell("h10"));
  input.choose(inCell("a1"));
  input.choose(inCell("m13"));
  expect(explained).toEqual(["I3 g10 h10 i10", "I3 a1 b1 c1", "I3 k13 l13 m13"]);
  expect(input.move.refusal?.at).toEqual(["k13", "l13", "m13"]);
  input.choose(inCell("e3"));
  expect([input.base, input.move.refusal]).toEqual([["I3", "d3", "e3", "f3"], null]);
  input.choose(inCell("l9"));
  expect([input.base[1], explained.at(-1)]).toEqual(["d3", "I3 k9 l9 m9"]);
});

it("asks why a card cannot be played", () => {
  const { input, explained } = inHand("I3");
  input.pick("Z5");
  expect([input.card, explained]).toEqual(["I3", ["Z5"]]);
});

it("is laid by Enter after rotating away from the focus", () => {
  const { input, played } = inHand("I3");
  input.choose(inCell("e3"));
  expect(input.layingCell("e3")).toBe("e3");
  input.turn(true);
  expect(input.base).toEqual(["I3", "f5", "f6", "f7"]);
  const cell = input.layingCell("e3");
  expect(input.base).toContain(cell);
  input.choose(inCell(cell!));
  expect(played).toEqual(["I3 f5 f6 f7"]);
});

it("is laid by Enter wherever it lies", () => {
  for (const text of LEGAL) {
    const { input, played } = inHand(text.split(" ")[0]!);
    const { form, middle } = input.places.find((place) => place.words.join(" ") === text)!;
    input.hold = holdOf(input.kind, form);
    input.choose({ point: middle, cell: cellAt(middle) });
    expect(input.base.join(" ")).toBe(text);
    input.choose(inCell(input.layingCell(null)!));
    expect(played).toEqual([text]);
  }
});

it("has no such cell before it is placed", () => {
  expect(inHand("I3").input.layingCell("e3")).toBeNull();
});

it("goes back to the cards by a second click on its card", () => {
  const { input } = inHand("I3");
  expect(input.wordOf("e3")).toBe("e3");
  input.pick("U5");
  expect(input.card).toBe("U5");
  input.pick("U5");
  expect([input.card, input.wordOf("e3")]).toEqual(["", null]);
});

it("can be moved once it lies somewhere", () => {
  const { input } = inHand("I3");
  expect(input.isChange()).toBe(false);
  input.choose(inCell("e3"));
  expect([input.isChange(), input.wordOf("e3")]).toEqual([true, null]);
});
