import { expect, test } from "vitest";
import { MoveMaker, NO_MOVES } from "../table/move.svelte";
import { steppingBack } from "./move-input";

test("a step back follows the game's rule until the board is removed", () => {
  const move = new MoveMaker({ ...NO_MOVES, legal: ["tile 0,1 r0"] });
  const stop = steppingBack(move, () => []);
  move.set(["tile", "0,1", "r0"], { stay: true });
  move.back();
  expect(move.words).toEqual([]);
  stop();
  move.set(["tile", "0,1", "r0"], { stay: true });
  move.back();
  expect(move.words).toEqual(["tile", "0,1"]);
});
