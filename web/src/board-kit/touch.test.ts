import { afterEach, expect, test, vi } from "vitest";
import { isMouse, isTouch } from "./touch";

const by = (pointerType?: string): PointerEvent => ({ pointerType }) as PointerEvent;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test("a finger, a mouse and a pen are distinguished", () => {
  expect(["touch", "mouse", "pen"].map((type) => isTouch(by(type)))).toEqual([true, false, false]);
  expect(["touch", "mouse", "pen"].map((type) => isMouse(by(type)))).toEqual([false, true, false]);
});

test("a click by keyboard is not a finger", () => {
  expect(isTouch(by())).toBe(false);
});

test("the primary pointer of the device is detected", async () => {
  expect((await import("./touch")).hasTouch).toBe(false);
  vi.resetModules();
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query === "(pointer: coarse)" }));
  expect((await import("./touch")).hasTouch).toBe(true);
});
