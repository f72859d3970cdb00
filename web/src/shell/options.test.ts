import { describe, expect, it } from "vitest";
import type { GameOut, OptionOut } from "../api";
import { BadOptionText, jsonOf, labelOf, mostOf, optionIn, readable, usualOptions, wantedOptions } from "./options";

const option = (name: string, kind: OptionOut["kind"], usual: OptionOut["default"], more: Partial<OptionOut> = {}): OptionOut => ({
  name,
  kind,
  default: usual,
  sentence: "What it does.",
  rule: "X1",
  choices: [],
  label: labelOf(name),
  choice_labels: [],
  low: null,
  high: null,
  has_pictures: false,
  can_make: false,
  ...more,
});

const game: GameOut = {
  name: "toy",
  title: "Toy",
  sentence: "A toy.",
  minutes: 5,
  players: [2, 3],
  seat_names: ["red", "blue", "green"],
  simultaneous: false,
  perfect_information: true,
  has_deal: false,
  rules: "1",
  bots: ["random", "greedy"],
  columns: [],
  ready: true,
  options: [
    option("early_move", "flag", false),
    option("turn_limit", "number", 60, { low: 1, high: { "2": 1000, "3": 500 } }),
    option("must_block", "choice", "choice", { choices: ["choice", "off"] }),
    option("handicap", "numbers", 0, { low: 0, high: { "2": 11, "3": 5 } }),
    option("sheet", "json", "standard"),
  ],
};

describe("options of a table", () => {
  it("sends nothing if nothing was changed", () => {
    expect(wantedOptions(game, usualOptions(game), 2)).toEqual({});
  });

  it("sends what was changed, one number for each seat at the table", () => {
    const form = { ...usualOptions(game), early_move: true, turn_limit: 20, must_block: "off", handicap: [0, 2, 7] };
    expect(wantedOptions(game, form, 2)).toEqual({ early_move: true, turn_limit: 20, must_block: "off", handicap: [0, 2] });
    expect(wantedOptions(game, form, 3)).toMatchObject({ handicap: [0, 2, 7] });
  });

  it("treats an empty field as the default", () => {
    const form = { ...usualOptions(game), turn_limit: null, handicap: [null, 1, null], sheet: "  " };
    expect(wantedOptions(game, form, 3)).toEqual({ handicap: [0, 1, 0] });
  });

  it("reads JSON or a bare word, and refuses anything else", () => {
    expect(jsonOf('{"radius": 4}')).toEqual({ radius: 4 });
    expect(jsonOf(" standard ")).toBe("standard");
    expect(jsonOf("17")).toBe(17);
    expect(jsonOf("true")).toBe(true);
    expect(wantedOptions(game, { ...usualOptions(game), sheet: '{"radius": 4}' }, 2)).toEqual({ sheet: { radius: 4 } });
    expect(() => wantedOptions(game, { ...usualOptions(game), sheet: "{radius" }, 2)).toThrow(BadOptionText);
  });

  it("limits numbers by the number of players", () => {
    expect(mostOf(game.options[3]!, 2)).toBe(11);
    expect(mostOf(game.options[3]!, 3)).toBe(5);
    expect(mostOf(game.options[0]!, 3)).toBeUndefined();
  });

  it("finds the option that a sentence of the server is about", () => {
    expect(labelOf("must_block")).toBe("Must block");
    expect(optionIn(game, "turn_limit: must be 1 to 1000")).toBe("turn_limit");
    expect(readable(game, "turn_limit: must be 1 to 1000")).toBe("Turn limit: must be 1 to 1000");
    expect(readable(game, "Too many tables.")).toBe("Too many tables.");
  });
});
