import { expect, test } from "vitest";
import type { TraxxStep } from "$web/api";
import { textOf } from "$web/message";
import phrase, { prompt } from "./phrases";

const asked = (step: TraxxStep): string => textOf(prompt(step));

test("moves in words", () => {
  expect(phrase("f3 e3 f2 g1")).toBe("draws from f3 over e3, f2 and g1");
  expect(phrase("f3 e3")).toBe("draws from f3 to e3");
  expect(phrase("pass")).toBe("passes");
});

test("prompts fit on two lines of a phone", () => {
  const draw = { kind: "draw" as const, ends: ["f3"], card: ["red"] };
  expect(asked({ ...draw, is_first: true })).toBe("Draw over as many fields as you can: each one left costs a point.");
  expect(asked({ ...draw, is_first: false })).toBe("Draw on from an end of your line, or pass.");
  expect(asked({ kind: "draw-on", left: ["red"], can_stop: false })).toBe(
    "Continue to a field beside it, in a colour of the card.",
  );
  expect(asked({ kind: "draw-on", left: ["red"], can_stop: true })).toBe(
    "Continue in a colour left on the card, or press Done.",
  );
  expect(asked({ kind: "used-up" })).toBe("The card is used up: press Done.");
  expect(asked({ kind: "pass" })).toBe("You draw nothing in this round: is that what you want?");
});
