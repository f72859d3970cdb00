import { expect, it } from "vitest";
import type { TrackticPreview } from "$web/api";
import { MoveMaker, NO_MOVES } from "$web/table/move.svelte";
import { inCell, Laying } from "./move-input.svelte";
import { cellAt, holdOf } from "./places";

const LEGAL = ["I3 d3 e3 f3", "I3 f5 f6 f7", "U5 b2 b3 c2 d2 d3", "U5 b3 b4 c3 d3 d4", "U5 h8 h9 i8 j8 j9", "U5 k3 k5 l3 l4 l5"];

function inHand(card: string): { laying: Laying; played: string[] } {
  const played: string[] = [];
  const source = { ...NO_MOVES, legal: LEGAL, play: (text: string) => played.push(text) };
  const laying = new Laying(new MoveMaker<TrackticPreview>(source), () => false);
  laying.take(card);
  return { laying, played };
}

it("is laid by Enter when it was turned away from the focus", () => {
  const { laying, played } = inHand("I3");
  laying.choose(inCell("e3"));
  expect(laying.layingCell("e3")).toBe("e3");
  laying.turn(true);
  expect(laying.base).toEqual(["I3", "f5", "f6", "f7"]);
  const cell = laying.layingCell("e3");
  expect(laying.base).toContain(cell);
  laying.choose(inCell(cell!));
  expect(played).toEqual(["I3 f5 f6 f7"]);
});

it("is laid by Enter wherever it lies", () => {
  for (const text of LEGAL) {
    const { laying, played } = inHand(text.split(" ")[0]!);
    const { form, middle } = laying.places.find((place) => place.words.join(" ") === text)!;
    laying.hold = holdOf(laying.kind, form);
    laying.choose({ point: middle, cell: cellAt(middle) });
    expect(laying.base.join(" ")).toBe(text);
    laying.choose(inCell(laying.layingCell(null)!));
    expect(played).toEqual([text]);
  }
});

it("has no such cell before it lies somewhere", () => {
  expect(inHand("I3").laying.layingCell("e3")).toBeNull();
});
