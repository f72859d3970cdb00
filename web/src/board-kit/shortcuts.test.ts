import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isShortcut } from "./shortcuts";

class FakeElement {
  constructor(readonly name: string) {}
  closest(selector: string): FakeElement | null {
    return selector.split(", ").includes(this.name) ? this : null;
  }
}

const key = (more: object = {}): KeyboardEvent =>
  ({ key: "r", altKey: false, ctrlKey: false, metaKey: false, defaultPrevented: false, target: null, ...more }) as KeyboardEvent;

beforeEach(() => void vi.stubGlobal("Element", FakeElement));
afterEach(() => void vi.unstubAllGlobals());

test("a letter is a shortcut on the board and without a focus", () => {
  expect(isShortcut(key())).toBe(true);
  expect(isShortcut(key({ target: new FakeElement("button") }))).toBe(true);
});

test("but not while typing or in a dialog", () => {
  for (const name of ["input", "select", "textarea", "dialog"])
    expect(isShortcut(key({ target: new FakeElement(name) }))).toBe(false);
});

test("nor with a modifier key, nor if it was handled already", () => {
  for (const field of ["altKey", "ctrlKey", "metaKey", "defaultPrevented"])
    expect(isShortcut(key({ [field]: true }))).toBe(false);
});
