import { afterEach, expect, test, vi } from "vitest";
import { isMouse, isTouch } from "./touch";

const by = (pointerType?: string): PointerEvent => ({ pointerType }) as PointerEvent;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test("a finger, a mouse and a pen are three things", () => {
  expect(["touch", "mouse", "pen"].map((type) => isTouch(by(type)))).toEqual([true, false, false]);
  expect(["touch", "mouse", "pen"].map((type) => isMouse(by(type)))).toEqual([false, true, false]);
});

test("a key that clicks is no finger", () => {
  expect(isTouch(by())).toBe(false);
});

test("the device is asked for its usual pointer", async () => {
  expect((await import("./touch")).hasTouch).toBe(false);
  vi.resetModules();
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query === "(pointer: coarse)" }));
  expect((await import("./touch")).hasTouch).toBe(true);
});
