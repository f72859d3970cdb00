import { expect, test } from "vitest";
import { message } from "../message";
import { partedByTerms, type Term } from "./terms";

const HOME: Term = { words: [message("home")], meaning: message("Back in the hand."), rule: "X12" };
const TOKEN: Term = { words: [message("tokens"), message("token")], meaning: message("It turns pieces."), rule: "K15" };

const marked = (text: string, ...terms: Term[]): string =>
  partedByTerms(text, terms).map((part) => (part.term === null ? part.text : `[${part.text}]`)).join("");

test("a term is marked where it occurs first, in any of its forms", () => {
  expect(marked("The pale tiles go home.", HOME)).toBe("The pale tiles go [home].");
  expect(marked("A token turns two pieces; tokens are rare.", TOKEN)).toBe("A [token] turns two pieces; tokens are rare.");
  expect(marked("Token: send it home.", HOME, TOKEN)).toBe("[Token]: send it [home].");
});

test("a part of another word is no term, and a text without terms stays whole", () => {
  expect(marked("A homely place", HOME)).toBe("A homely place");
  expect(partedByTerms("Place a tile.", [HOME])).toEqual([{ text: "Place a tile.", term: null }]);
  expect(partedByTerms("Place a tile.", [])).toEqual([{ text: "Place a tile.", term: null }]);
});
