import { expect, test } from "vitest";
import { listed } from "./lists";

test("parts are listed as one speaks", () => {
  expect(listed([])).toBe("");
  expect(listed(["Ann"])).toBe("Ann");
  expect(listed(["Ann", "Ben"])).toBe("Ann and Ben");
  expect(listed(["Ann", "Ben", "Cleo"])).toBe("Ann, Ben and Cleo");
});
