import { expect, it } from "vitest";
import type { CirplexedPreview } from "$web/api";
import { MoveMaker, NO_MOVES } from "$web/table/move.svelte";
import { CirplexedInput } from "./move-input.svelte";

// The second tile cannot lie at 1,0 turned once.
const LEGAL = ["BGOP 0,1 r0", "BGOP 1,0 r0", "RRYB 1,0 r0", "RRYB 1,0 r2", "RRYB 1,0 r3"];

function inHand(): { input: CirplexedInput; played: string[]; explained: string[] } {
  const played: string[] = [];
  const explained: string[] = [];
  const explain = async (text: string) => (explained.push(text), null);
  const source = { ...NO_MOVES, legal: LEGAL, explain, play: (text: string) => played.push(text) };
  const [hand, isHome, goHome] = [() => ["BGOP", "RRYB"], () => true, () => {}];
  const input = new CirplexedInput(new MoveMaker<CirplexedPreview>(source), hand, isHome, goHome);
  input.isTouched = false;
  return { input, played, explained };
}

it("asks why it cannot be placed on a cell", () => {
  const { input, explained } = inHand();
  input.choose("3,3");
  expect([explained, input.move.refusal?.at]).toEqual([["BGOP 3,3 r0"], ["3,3"]]);
  input.choose("0,1");
  expect(input.move.refusal).toBeNull();
});

it("is the first in hand until another one is picked", () => {
  const { input } = inHand();
  expect([input.tile, ...input.legalCells]).toEqual(["BGOP", "0,1", "1,0"]);
  input.pick("RRYB");
  expect([input.tile, ...input.legalCells]).toEqual(["RRYB", "1,0"]);
});

it("is laid by a second click on its cell", () => {
  const { input, played } = inHand();
  input.choose("0,1");
  expect([input.laid, played]).toEqual([{ tile: "BGOP", cell: "0,1" }, []]);
  input.choose("1,0");
  input.choose("1,0");
  expect(played).toEqual(["BGOP 1,0 r0"]);
});

it("is turned by a second tap, skipping illegal rotations", () => {
  const { input, played } = inHand();
  input.isTouched = true;
  input.pick("RRYB");
  input.choose("1,0");
  input.choose("1,0");
  expect([input.move.text, played]).toEqual(["RRYB 1,0 r2", []]);
  input.turn(false);
  expect(input.move.text).toBe("RRYB 1,0 r0");
});

it("is replaced by the other tile, and returns by a click in the hand", () => {
  const { input } = inHand();
  input.choose("1,0");
  input.pick("RRYB");
  expect(input.laid).toEqual({ tile: "RRYB", cell: "1,0" });
  input.pick("RRYB");
  expect([input.laid, input.tile]).toEqual([null, "RRYB"]);
});
