import { describe, expect, it } from "vitest";
import { choicePicture, valueIn } from "./option-values";

describe("values chosen by their pictures", () => {
  it("reads a value from the text of a file", () => {
    expect(valueIn('{"radius": 4}\n')).toEqual({ radius: 4 });
    expect(valueIn("\uFEFF[1]")).toEqual([1]);
  });

  it("says in a sentence what is wrong with other texts", () => {
    expect(() => valueIn("{radius")).toThrow("This cannot be read: it should be a file that Parlour wrote.");
    expect(() => valueIn(" ".repeat(70_000))).toThrow("This is too long");
  });

  it("finds pictures of named values at addresses of their own", () => {
    expect(choicePicture("toy", "deck", "a b")).toBe("/api/games/toy/options/deck/picture?choice=a%20b");
  });
});
