import { expect, it } from "vitest";
import type { CirplexedPreview } from "$web/api";
import { MoveMaker, NO_MOVES } from "$web/table/move.svelte";
import { Trying } from "./move-input.svelte";

// The second tile cannot lie at 1,0 turned once.
const LEGAL = ["BGOP 0,1 r0", "BGOP 1,0 r0", "RRYB 1,0 r0", "RRYB 1,0 r2", "RRYB 1,0 r3"];

function inHand(): { trying: Trying; played: string[] } {
  const played: string[] = [];
  const source = { ...NO_MOVES, legal: LEGAL, play: (text: string) => played.push(text) };
  const [hand, isHome, goHome] = [() => ["BGOP", "RRYB"], () => true, () => {}];
  const trying = new Trying(new MoveMaker<CirplexedPreview>(source), hand, isHome, goHome);
  trying.isTouched = false;
  return { trying, played };
}

it("is the first in hand until another one is picked", () => {
  const { trying } = inHand();
  expect([trying.tile, ...trying.legalCells]).toEqual(["BGOP", "0,1", "1,0"]);
  trying.pick("RRYB");
  expect([trying.tile, ...trying.legalCells]).toEqual(["RRYB", "1,0"]);
});

it("is laid by a second click on its cell", () => {
  const { trying, played } = inHand();
  trying.chooseCell("0,1");
  expect([trying.laid, played]).toEqual([{ tile: "BGOP", cell: "0,1" }, []]);
  trying.chooseCell("1,0");
  trying.chooseCell("1,0");
  expect(played).toEqual(["BGOP 1,0 r0"]);
});

it("is turned by a second tap, past what is not legal there", () => {
  const { trying, played } = inHand();
  trying.isTouched = true;
  trying.pick("RRYB");
  trying.chooseCell("1,0");
  trying.chooseCell("1,0");
  expect([trying.move.text, played]).toEqual(["RRYB 1,0 r2", []]);
  trying.turnBy(-1);
  expect(trying.move.text).toBe("RRYB 1,0 r0");
});

it("gives its place to the other tile, and comes back by a click in the hand", () => {
  const { trying } = inHand();
  trying.chooseCell("1,0");
  trying.pick("RRYB");
  expect(trying.laid).toEqual({ tile: "RRYB", cell: "1,0" });
  trying.pick("RRYB");
  expect([trying.laid, trying.tile]).toEqual([null, "RRYB"]);
});
