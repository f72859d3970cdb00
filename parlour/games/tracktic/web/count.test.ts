import { expect, test } from "vitest";
import type { TrackticView } from "$web/api";
import { textOf } from "$web/message";
import { counted } from "./count";

const view = {
  board: {
    colours: ["red", "blue", "green"],
    pieces: { a1: { colour: "red" }, a2: { colour: "white" }, a3: { colour: "red" }, b1: { colour: "blue" } },
    paths: [["a1", "a2", "a3"], ["b1"], []],
  },
} as unknown as TrackticView;

test("the pieces on a path are told by colour", () => {
  const told = [0, 1, 2].map((seat) => counted(view, seat));
  expect(told.map(({ total }) => total)).toEqual([3, 1, 0]);
  expect(told.map(({ sentence }) => textOf(sentence))).toEqual([
    "a path of 3 pieces, 2 red and 1 white",
    "1 blue piece",
    "no piece on the grid",
  ]);
});
