import { expect, test } from "vitest";
import { signed } from "./signed";

test("a minus sign is not a hyphen", () => {
  expect([-43, 0, 7, -0.5].map(signed)).toEqual(["−43", "0", "7", "−0.5"]);
});
