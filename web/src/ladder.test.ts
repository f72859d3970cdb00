import { beforeEach, expect, test, vi } from "vitest";

const BOTS = ["random", "greedy", "1", "2", "3", "4", "5"];

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => kept.set(key, text) });
  vi.resetModules(); // what is remembered is read once
});

test("the gentlest level is proposed until another is chosen, which is remembered", async () => {
  const { levelFor, chooseLevel } = await import("./ladder.svelte");
  expect(levelFor("a", BOTS)).toBe("1");
  chooseLevel("a", "3");
  expect([levelFor("a", BOTS), levelFor("b", BOTS), levelFor("a", ["random"])]).toEqual(["3", "1", "random"]);
  vi.resetModules();
  expect((await import("./ladder.svelte")).levelFor("a", BOTS)).toBe("3");
});

test("a win suggests the next level, where there is one", async () => {
  const { stepAfter } = await import("./ladder.svelte");
  expect(stepAfter("a", BOTS, "t/1", "1", "won")).toEqual({ level: "2", isHarder: true });
  expect(stepAfter("a", BOTS, "t/2", "5", "won")).toBeNull();
  expect(stepAfter("a", BOTS, "t/3", "greedy", "won")).toBeNull();
});

test("two losses in a row suggest an easier level, where there is one", async () => {
  const { stepAfter } = await import("./ladder.svelte");
  const results = (["lost", "drawn", "lost", "lost", "lost"] as const).map((result, k) => stepAfter("a", BOTS, `t/${k}`, "2", result));
  expect(results).toEqual([null, null, null, { level: "1", isHarder: false }, { level: "1", isHarder: false }]);
  expect(["u/1", "u/2"].map((match) => stepAfter("b", BOTS, match, "1", "lost"))).toEqual([null, null]);
});

test("a match counts once, and suggests the same when it is opened again", async () => {
  const { stepAfter } = await import("./ladder.svelte");
  expect(["t/1", "t/1", "t/1"].map((match) => stepAfter("a", BOTS, match, "2", "lost"))).toEqual([null, null, null]);
  expect(stepAfter("a", BOTS, "t/2", "2", "lost")).toEqual({ level: "1", isHarder: false });
  expect(stepAfter("a", BOTS, "t/3", "2", "won")).toEqual({ level: "3", isHarder: true });
  expect(stepAfter("a", BOTS, "t/2", "2", "lost")).toEqual({ level: "1", isHarder: false });
});

test("losses at another level do not count", async () => {
  const { chooseLevel, stepAfter } = await import("./ladder.svelte");
  chooseLevel("a", "3");
  stepAfter("a", BOTS, "t/1", "3", "lost");
  chooseLevel("a", "2");
  expect(stepAfter("a", BOTS, "u/1", "2", "lost")).toBeNull();
});
