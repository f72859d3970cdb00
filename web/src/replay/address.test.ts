import { expect, test } from "vitest";
import { fragmentOf, spotOf } from "./address";

const START = { ply: 0, wanted: null, record: null, kept: null, isReviewed: false } as const;

test("a fragment names the position and the viewpoint", () => {
  expect(spotOf("")).toEqual(START);
  expect(spotOf("12")).toEqual({ ...START, ply: 12 });
  expect(spotOf("12&seat=1")).toEqual({ ...START, ply: 12, wanted: 1 });
  expect(spotOf("3&seat=spectator")).toEqual({ ...START, ply: 3, wanted: "spectator" });
  expect(spotOf("x&seat=you")).toEqual(START);
  expect(spotOf("4&review")).toEqual({ ...START, ply: 4, isReviewed: true });
});

test("a record in a fragment stays there as it is written", () => {
  const fragment = `record=${encodeURIComponent("parlour 1\ngame exago\n")}`;
  expect(spotOf(fragment)).toEqual({ ...START, record: "parlour 1\ngame exago\n" });
  const next = fragmentOf({ ply: 7, wanted: "all", isReviewed: false }, fragment);
  expect(next).toBe(`${fragment}&ply=7&seat=all`);
  expect(spotOf(next)).toEqual({ ...START, ply: 7, wanted: "all", record: "parlour 1\ngame exago\n" });
});

test("the name of a kept game stays in the fragment", () => {
  expect(spotOf("kept=1a2b3c")).toEqual({ ...START, kept: "1a2b3c" });
  expect(fragmentOf({ ply: 7, wanted: null, isReviewed: true }, "kept=1a2b3c&ply=2")).toBe("kept=1a2b3c&ply=7&review");
});

test.each([
  { ply: 0, wanted: null, isReviewed: true },
  { ply: 41, wanted: 3, isReviewed: false },
  { ply: 5, wanted: "all", isReviewed: true },
] as const)("a fragment is read back: %o", (spot) => {
  expect(spotOf(fragmentOf(spot))).toEqual({ ...spot, record: null, kept: null });
});
