import { expect, test, vi } from "vitest";
import { wheelTurns } from "./wheel";

const rolled = (deltaY: number, timeStamp: number, more: Partial<WheelEvent> = {}): WheelEvent =>
  ({ deltaX: 0, deltaY, timeStamp, ctrlKey: false, preventDefault: vi.fn(), ...more }) as unknown as WheelEvent;

test("turns once per notch, in its direction", () => {
  const turn = vi.fn();
  const wheel = wheelTurns(() => true, turn);
  wheel(rolled(100, 0));
  wheel(rolled(-100, 10));
  expect(turn.mock.calls).toEqual([[true], [false]]);
});

test("collects small steps, but not over a pause", () => {
  const turn = vi.fn();
  const wheel = wheelTurns(() => true, turn);
  wheel(rolled(30, 1000));
  wheel(rolled(30, 1300));
  expect(turn).not.toHaveBeenCalled();
  wheel(rolled(30, 1310));
  expect(turn).toHaveBeenCalledOnce();
});

test("does not affect the page if nothing can be turned, nor with Ctrl", () => {
  const turn = vi.fn();
  const [idle, zoom] = [rolled(100, 0), rolled(100, 0, { ctrlKey: true })];
  wheelTurns(() => false, turn)(idle);
  wheelTurns(() => true, turn)(zoom);
  expect(turn).not.toHaveBeenCalled();
  expect(idle.preventDefault).not.toHaveBeenCalled();
  expect(zoom.preventDefault).not.toHaveBeenCalled();
});
