import { expect, test } from "vitest";
import { listed, message, say, sayCount, textOf } from "./message";

test("lists are joined naturally, or as a template says", () => {
  expect(listed([])).toBe("");
  expect(listed(["Ann"])).toBe("Ann");
  expect(listed(["Ann", "Ben"])).toBe("Ann and Ben");
  expect(listed(["Ann", "Ben", "Cleo"])).toBe("Ann, Ben and Cleo");
  expect(["or", ",", "", ", or"].map((how) => listed(["a", "b", "c"], how))).toEqual([
    "a or b or c",
    "a, b, c",
    "a b c",
    "a, b or c",
  ]);
});

test("a template takes words, numbers, lists and clauses", () => {
  const home = message("{cells} home to {colour}", { cells: ["b6", "c6"], colour: "blue" });
  expect(say("Lifting {lift} sends {home:,}.", { lift: "d6", home: [home, message("5 tiles")] })).toBe(
    "Lifting d6 sends b6 c6 home to blue, 5 tiles.",
  );
  expect(say("{wrong}; {many} are left", { wrong: message("no {card}", { card: "I3" }), many: 0 })).toBe("no I3; 0 are left");
});

test("text from players is never a template", () => {
  expect(say("{word} is no field", { word: "{word} $&" })).toBe("{word} $& is no field");
  expect(textOf(message("write {x}"))).toBe("write {x}");
});

test("a count of one and other counts use different templates", () => {
  const told = [0, 1, 2].map((count) => sayCount(count, "{name} has {count} move", "{name} has {count} moves", { name: "Ann" }));
  expect(told).toEqual(["Ann has 0 moves", "Ann has 1 move", "Ann has 2 moves"]);
});
