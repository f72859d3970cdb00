import { expect, test } from "vitest";
import { refusalText } from "./refusal";
import { Refused } from "./rest";

test("a clause of the server becomes a sentence", () => {
  expect(refusalText(new Refused("unknown_table", "there is no such table"))).toBe("There is no such table.");
  expect(refusalText(new Refused("offline", "Is it running?"))).toBe("Is it running?");
  expect(refusalText(new Error())).toBe("That did not work.");
  expect(refusalText("?")).toBe("That did not work.");
});
