import { describe, expect, test } from "vitest";
import { following, narrowed, startsWith, wordsOf } from "./move-words";

const LEGAL = ["f1 a2", "f1 b3", "f10", "f1", "pass", "f10 c4 d5"];

describe("narrowing goes by whole words", () => {
  test("f1 is not a prefix of f10", () => {
    expect(startsWith(["f10"], ["f1"])).toBe(false);
    expect(narrowed(LEGAL, ["f1"])).toEqual(["f1 a2", "f1 b3", "f1"]);
    expect(narrowed(LEGAL, ["f10"])).toEqual(["f10", "f10 c4 d5"]);
  });

  test("each word that may follow is listed once, in the order of the moves", () => {
    expect(following(LEGAL, [])).toEqual(["f1", "f10", "pass"]);
    expect(following(LEGAL, ["f1"])).toEqual(["a2", "b3"]);
    expect(following(LEGAL, ["f10", "c4"])).toEqual(["d5"]);
  });

  test("nothing follows a complete move or an invalid beginning", () => {
    expect(following(LEGAL, ["pass"])).toEqual([]);
    expect(following(LEGAL, ["f10", "c4", "d5"])).toEqual([]);
    expect(following(LEGAL, ["f"])).toEqual([]);
    expect(following([], [])).toEqual([]);
  });

  test("extra spaces are ignored", () => {
    expect(wordsOf("  f1   a2 ")).toEqual(["f1", "a2"]);
    expect(wordsOf("")).toEqual([]);
  });

  test("every move begins with the empty text", () => {
    expect(narrowed(LEGAL, [])).toEqual(LEGAL);
    expect(startsWith([], [])).toBe(true);
    expect(startsWith([], ["f1"])).toBe(false);
  });
});
