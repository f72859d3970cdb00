import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Speech } from "./announcements.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** All that is said, in order. */
function heard(speech: Speech): string[] {
  const texts = [speech.text];
  while (vi.getTimerCount() > 0) {
    vi.runOnlyPendingTimers();
    if (speech.text !== texts.at(-1)) texts.push(speech.text);
  }
  return texts;
}

test("a text waits until the one before could be spoken", () => {
  const speech = new Speech();
  speech.say("Blue places on e6.");
  speech.say("Your turn.");
  expect(heard(speech)).toEqual(["Blue places on e6.", "Your turn."]);
});

test("after a pause the next one is said at once", () => {
  const speech = new Speech();
  speech.say("Your turn.");
  expect(heard(speech)).toEqual(["Your turn."]);
  speech.say("Blue is to move.");
  expect(speech.text).toBe("Blue is to move.");
});

test("the same text is said again", () => {
  const speech = new Speech();
  speech.say("Your turn.");
  speech.say("Your turn.");
  expect(heard(speech).map((text) => text.trim())).toEqual(["Your turn.", "Your turn."]);
});

test("many texts are put together, and none is lost", () => {
  const speech = new Speech();
  const texts = ["one.", "two.", "three.", "four.", "five.", "six."];
  for (const text of texts) speech.say(text);
  expect(heard(speech).join(" ")).toBe(texts.join(" "));
  expect(heard(speech).length).toBeLessThan(texts.length);
});
