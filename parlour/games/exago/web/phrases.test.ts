import { expect, it } from "vitest";
import type { ExagoStep } from "$web/api";
import { textOf } from "$web/message";
import phrase, { prompt } from "./phrases";

const asked = (step: ExagoStep): string => textOf(prompt(step));

it("says moves in words", () => {
  expect(phrase("pass")).toBe("passes");
  expect(phrase("f6")).toBe("plays f6");
  expect(phrase("d6 g6")).toBe("moves d6 to g6");
  expect(phrase("d6 b6 c5")).toBe("moves d6 to c5, the group of b6 stays");
});

it("says what is to be placed or lifted", () => {
  expect(asked({ kind: "place-first", line: 5 })).toBe("Line up 5 of your tiles to win. The first tile goes on the centre.");
  expect(asked({ kind: "place", can_lift: false })).toBe("Place a tile beside another.");
  expect(asked({ kind: "place", can_lift: true })).toBe("Place a tile beside another, or lift one of yours.");
  expect(asked({ kind: "lift" })).toBe("Your hand is empty: lift one of your tiles.");
  expect(asked({ kind: "pass" })).toBe("You can neither place nor move a tile: pass.");
});

it("does not name clickable groups or visible tiles", () => {
  const choose = { kind: "choose-group" as const, lift: "d6", groups: [] };
  expect(asked({ ...choose, target: null })).toBe("Lifting d6 leaves equal groups: choose the one that stays.");
  expect(asked({ ...choose, target: "c5" })).toBe("Moving d6 to c5 leaves equal groups: choose the one that stays.");
  const put = { kind: "put" as const, lift: "d6", home: [], regroups: false };
  expect(asked(put)).toBe("Put it on an empty cell beside a tile that stays.");
  expect(asked({ ...put, regroups: true })).toBe(
    "Put it on an empty cell beside a tile that stays; then only the largest group stays.",
  );
  expect(asked({ ...put, home: [{ colour: "blue", cells: ["b6", "c6"] }] })).toBe(
    "Put it on a marked cell. The pale tiles go home.",
  );
});

it("says who is to be blocked", () => {
  const block = { kind: "block" as const, threats: ["red", "blue"], unstoppable: [] };
  expect(asked({ ...block, block: "red" })).toBe("Red and blue could win next: you must block red (X16).");
  expect(asked({ ...block, unstoppable: ["red"], block: "blue" })).toBe(
    "Red and blue could win next; red cannot be stopped: you must block blue (X16).",
  );
  expect(asked({ ...block, block: null })).toBe("Red and blue could win next, and no move of yours stops one of them.");
  expect(asked({ ...block, threats: ["red"], block: null })).toBe("Red could win next, and no move of yours stops it.");
});
