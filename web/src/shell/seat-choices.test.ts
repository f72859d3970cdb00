import { describe, expect, it } from "vitest";
import type { GameOut } from "../api";
import { botLabel, gentlest, inOrder } from "../bots";
import { playersText, quickTable, usualSeats, wantedSeats } from "./seat-choices";

const game = (players: number[], bots: string[]): GameOut => ({
  name: "toy",
  title: "Toy",
  sentence: "",
  minutes: 5,
  players,
  seat_names: [],
  simultaneous: false,
  perfect_information: true,
  has_deal: false,
  rules: "1",
  bots,
  options: [],
  columns: [],
  ready: false,
});

describe("an easy bot", () => {
  it("is level 1, otherwise greedy, otherwise any bot", () => {
    expect(gentlest(["random", "greedy", "1", "2"])).toBe("1");
    expect(gentlest(["random", "greedy"])).toBe("greedy");
    expect(gentlest(["oracle"])).toBe("oracle");
    expect(gentlest([])).toBeUndefined();
  });

  it("is listed by level and described in words", () => {
    expect(inOrder(["random", "greedy", "10", "2", "1"])).toEqual(["1", "2", "greedy", "random", "10"]);
    expect(botLabel("3")).toBe("Bot level 3: fair");
    expect(botLabel("oracle")).toBe("Oracle");
  });
});

describe("seats", () => {
  it("of a quick game are mine and one bot's, or as many bots as the game needs", () => {
    expect(quickTable(game([1, 2, 3], ["greedy"]), " Ann  B ").seats).toEqual([
      { who: "me", name: "Ann B" },
      { who: "bot", bot: "greedy" },
    ]);
    expect(quickTable(game([3, 4], ["1"]), "").seats).toEqual([{ who: "me" }, { who: "bot", bot: "1" }, { who: "bot", bot: "1" }]);
  });

  it("of a form are me, a friend, and bots", () => {
    expect(usualSeats(game([2, 3], ["random", "greedy"]), "Ann").map((seat) => seat.who)).toEqual(["me", "open", "bot"]);
    expect(usualSeats(game([2, 3], []), "Ann").map((seat) => seat.who)).toEqual(["me", "open", "open"]);
  });

  it("become a request: whoever sits at this screen is one of `me`", () => {
    const bot = "2";
    const choices = [
      { who: "me" as const, name: "Ann", bot },
      { who: "guest" as const, name: "", bot },
      { who: "open" as const, name: "left over", bot },
      { who: "bot" as const, name: "", bot },
    ];
    expect(wantedSeats(choices)).toEqual([{ who: "me", name: "Ann" }, { who: "me" }, { who: "open" }, { who: "bot", bot }]);
  });

  it("are counted in words", () => {
    expect(playersText([2, 3, 4, 5, 6])).toBe("2–6 players");
    expect(playersText([1, 2])).toBe("1 or 2 players");
    expect(playersText([2, 4, 6])).toBe("2, 4 or 6 players");
    expect(playersText([1])).toBe("1 player");
  });
});
