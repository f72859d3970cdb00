import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HOVER_DELAY, onceAtRest } from "./hover";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("asks once the pointer has rested", () => {
  const ask = vi.fn();
  onceAtRest(ask);
  vi.advanceTimersByTime(HOVER_DELAY - 1);
  expect(ask).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(ask).toHaveBeenCalledOnce();
});

test("does not ask if the pointer only passes", () => {
  const ask = vi.fn();
  onceAtRest(ask)();
  vi.advanceTimersByTime(1000);
  expect(ask).not.toHaveBeenCalled();
});
