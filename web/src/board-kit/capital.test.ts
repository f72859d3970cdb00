import { expect, test } from "vitest";
import { capitalized } from "./capital";

test("the first letter becomes a capital, the others stay", () => {
  expect(["red", "North", "öl", "the TD bot", ""].map(capitalized)).toEqual(["Red", "North", "Öl", "The TD bot", ""]);
});
