import { expect, test } from "vitest";
import type { CirplexedLaying } from "$web/api";
import { effectText } from "./descriptions";

const closing = (...colours: string[]): CirplexedLaying =>
  ({ turn: "r0", completes: colours.map((colour, x) => ({ colour, x, y: 0 })), builds: [], spoils: [] }) as CirplexedLaying;

test("each circle that a tile would close has its article", () => {
  expect(effectText(closing("red"))).toBe("Closes a red circle.");
  expect(effectText(closing("orange"))).toBe("Closes an orange circle.");
  expect(effectText(closing("orange", "yellow"))).toBe("Closes an orange and a yellow circle.");
  expect(effectText(closing("blue", "orange", "red"))).toBe("Closes a blue, an orange and a red circle.");
});
