import { expect, test } from "vitest";
import { fragmentOf, spotOf } from "./address";

test("a fragment names the position and the viewpoint", () => {
  expect(spotOf("")).toEqual({ ply: 0, wanted: null, record: null });
  expect(spotOf("12")).toEqual({ ply: 12, wanted: null, record: null });
  expect(spotOf("12&seat=1")).toEqual({ ply: 12, wanted: 1, record: null });
  expect(spotOf("3&seat=spectator")).toEqual({ ply: 3, wanted: "spectator", record: null });
  expect(spotOf("x&seat=you")).toEqual({ ply: 0, wanted: null, record: null });
});

test("a record in a fragment stays there as it is written", () => {
  const fragment = `record=${encodeURIComponent("parlour 1\ngame exago\n")}`;
  expect(spotOf(fragment)).toEqual({ ply: 0, wanted: null, record: "parlour 1\ngame exago\n" });
  const next = fragmentOf({ ply: 7, wanted: "all" }, fragment);
  expect(next).toBe(`${fragment}&ply=7&seat=all`);
  expect(spotOf(next)).toEqual({ ply: 7, wanted: "all", record: "parlour 1\ngame exago\n" });
});

test.each([
  { ply: 0, wanted: null },
  { ply: 41, wanted: 3 },
  { ply: 5, wanted: "all" },
] as const)("a fragment is read back: %o", (spot) => {
  expect(spotOf(fragmentOf(spot))).toEqual({ ...spot, record: null });
});
