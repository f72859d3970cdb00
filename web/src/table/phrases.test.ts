import { expect, test } from "vitest";
import { message } from "../message";
import { promptText, type Step, type Words } from "./phrases";

const WORDS: Words = {
  default: (text) => text,
  prompt: ({ kind }, hasTouch) => message("{how} {kind}", { how: hasTouch ? "tap" : "click", kind }),
  promptOfWhole: (words, hasTouch) => message("{how} {words}", { how: hasTouch ? "tap" : "click", words }),
};
const UNANSWERED = { words: ["a", "b"], isWhole: false, step: null, prompt: "" };
const ANSWERED = { ...UNANSWERED, step: { kind: "next" } as unknown as Step, prompt: "type a cell" };

test("the game words the server's step", () => {
  expect(promptText(WORDS, ANSWERED, false)).toBe("click next");
  expect(promptText(WORDS, { ...ANSWERED, isWhole: true }, true)).toBe("tap next");
});

test("a complete move has a prompt before the server responds, a beginning has none", () => {
  expect(promptText(WORDS, { ...UNANSWERED, isWhole: true }, false)).toBe("click a b");
  expect(promptText(WORDS, { ...UNANSWERED, isWhole: true }, true)).toBe("tap a b");
  expect(promptText(WORDS, UNANSWERED, false)).toBe("");
});

test("a game without its own wording uses the server's", () => {
  const { default: phrase, prompt } = WORDS;
  expect(promptText({ default: phrase, prompt: prompt! }, { ...UNANSWERED, isWhole: true }, false)).toBe("");
  for (const words of [null, { default: phrase }]) expect(promptText(words, ANSWERED, false)).toBe("type a cell");
});
