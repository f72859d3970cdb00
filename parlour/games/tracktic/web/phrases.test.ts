import { expect, it } from "vitest";
import type { TrackticStep } from "$web/api";
import { textOf } from "$web/message";
import phrase, { prompt, promptOfWhole } from "./phrases";

const asked = (step: TrackticStep, hasTouch = false): string => textOf(prompt(step, hasTouch));

it("says moves in words", () => {
  expect(phrase("skip")).toBe("skips for the rest of the game");
  expect(phrase("flip f7 g7")).toBe("turns f7 to white and lays g7");
  expect(phrase("S4 d4 d5 e5 e6")).toBe("lays S4 on d4 d5 e5 e6");
  expect(phrase("S4* d4 d5 e5 e6")).toBe("lays S4 on d4 d5 e5 e6 with a token");
  expect(phrase("I3 d4 d5 d6 : 1 3 9")).toBe("lays I3 on d4 d5 d6, with hand-picked pieces");
  expect(phrase("I3* d4 d5 d6 : 1 3 9")).toBe("lays I3 on d4 d5 d6 with a token, with hand-picked pieces");
});

it("says which card, and what to do with it", () => {
  const choose = { kind: "choose-card" as const, can_spend_token: false };
  expect(asked({ ...choose, is_first: false })).toBe("Choose a card.");
  expect(asked({ ...choose, is_first: true })).toBe("The longest path in your colour and white wins: choose a card.");
  expect(asked({ kind: "must-skip" })).toBe("None of the cards can be played: skip for the rest of the game.");
  expect(asked({ kind: "confirm-skip" })).toBe("You skip for the rest of the game and lay no more pieces: is that what you want?");
  expect(asked({ kind: "turn-piece" })).toBe("Choose a neighbour's piece: it turns to white.");
  expect(asked({ kind: "lay-beside" })).toBe("Choose the cell beside it for a piece of yours.");
  const lay = { kind: "lay" as const, card: "I3", cells: 3 };
  expect(asked({ ...lay, spends_token: true })).toBe("This spends a token: lay it over others' pieces, which turn to white.");
  expect(asked({ ...lay, spends_token: false })).toBe("Lay it so that it joins your pieces.");
  expect(asked({ ...lay, spends_token: false }, true)).toBe("Tap where it joins your pieces.");
});

it("says what can be done with a complete move and its pieces", () => {
  const whole = { kind: "confirm" as const, pieces: ["3", "3"] };
  expect(asked({ ...whole, is_chosen: false })).toBe("Click it again to lay it, or elsewhere to move it.");
  expect(asked({ ...whole, is_chosen: false }, true)).toBe("Lay it here, or tap elsewhere.");
  expect(asked({ ...whole, is_chosen: true })).toBe("Lay these pieces, or choose again.");
  expect(asked({ kind: "choose-piece", cell: "e1" })).toBe("Choose the piece for e1.");
});

it("says the same of a complete move before the server responds", () => {
  const whole = (text: string, hasTouch = false): string => textOf(promptOfWhole(text.split(" "), hasTouch));
  expect(whole("skip")).toBe(asked({ kind: "confirm-skip" }));
  for (const hasTouch of [false, true])
    expect(whole("I3 d4 d5 d6", hasTouch)).toBe(asked({ kind: "confirm", pieces: [], is_chosen: false }, hasTouch));
  expect(whole("I3 d4 d5 d6 : 1 3 9")).toBe(asked({ kind: "confirm", pieces: [], is_chosen: true }));
});
