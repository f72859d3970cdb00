import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Reason, Words } from "../api";
import { MoveMaker, type MoveSource } from "./move.svelte";

class Source implements MoveSource {
  legal = $state<string[]>(["d4", "e5 f6", "e5 f10", "e5 f10 g1"]);
  position = $state("1");
  confirms = false;
  played: string[] = [];
  asked: string[] = [];
  answers: Record<string, Partial<Omit<Words, "preview" | "step">> & { preview?: unknown; step?: unknown }> = {};

  async ask(text: string): Promise<Words | null> {
    this.asked.push(text);
    const answer = this.answers[text];
    const empty = { type: "words", seat: 0, text, words: [], is_move: false, prompt: "", step: null, preview: null, ref: null };
    return answer === undefined ? null : ({ ...empty, ...answer } as Words);
  }

  reasons: Record<string, Partial<Reason>> = {};

  async explain(text: string): Promise<Reason | null> {
    const reason = this.reasons[text];
    const empty = { type: "reason", seat: 0, text, rule: null, sentence: "", template: null, args: null, marks: [], ref: null };
    return reason === undefined ? null : ({ ...empty, ...reason } as Reason);
  }

  play(text: string): void {
    this.played.push(text);
  }
}

let source: Source;
let move: MoveMaker;
const answered = async () => {
  for (let k = 0; k < 5; k += 1) await Promise.resolve();
};

beforeEach(() => {
  source = new Source();
  move = new MoveMaker(source);
});

describe("a move in the making", () => {
  test("grows word by word, and is sent when nothing can follow", () => {
    expect(move.following).toEqual(["d4", "e5"]);
    move.choose("e5");
    expect(move.words).toEqual(["e5"]);
    expect(move.following).toEqual(["f6", "f10"]);
    expect(source.played).toEqual([]);
    move.choose("f6");
    expect(source.played).toEqual(["e5 f6"]);
  });

  test("waits for Done if more may follow", () => {
    move.set(["e5", "f10"]);
    expect(move.isWhole).toBe(true);
    expect(move.isFinal).toBe(false);
    expect(source.played).toEqual([]);
    move.finish();
    expect(source.played).toEqual(["e5 f10"]);
  });

  test("waits for Done if the player confirms moves, or the board requires it", () => {
    source.confirms = true;
    move.choose("d4");
    expect(source.played).toEqual([]);
    source.confirms = false;
    move.set(["d4"], { stay: true });
    expect(source.played).toEqual([]);
    move.finish();
    expect(source.played).toEqual(["d4"]);
  });

  test("can be taken back until it is sent", () => {
    move.set(["e5", "f10"]);
    move.back();
    expect(move.words).toEqual(["e5"]);
    move.clear();
    expect(move.words).toEqual([]);
    move.back();
    expect(move.words).toEqual([]);
    expect(source.played).toEqual([]);
  });

  test("a board defines the length of a step", () => {
    move.before = (words) => words.slice(0, -2);
    move.set(["e5", "f10"]);
    move.back();
    expect(move.words).toEqual([]);
  });

  test("invalid words are ignored, and incomplete moves are not sent", () => {
    move.choose("z9");
    expect(move.words).toEqual([]);
    move.choose("e5");
    move.finish();
    expect(source.played).toEqual([]);
  });

  test("belongs to its position", () => {
    move.choose("e5");
    source.position = "2";
    expect(move.words).toEqual([]);
    source.legal = [];
    expect(move.isOn).toBe(false);
    move.choose("d4");
    expect(source.played).toEqual([]);
  });
});

describe("data from the server", () => {
  test("forms that the list leaves out, prompt and preview", async () => {
    source.answers[""] = { words: ["e5", "x1"], prompt: "Place a tile.", step: { kind: "lift" } };
    source.answers["x1"] = { is_move: true, preview: { cells: 1 } };
    move.look("");
    await answered();
    expect(move.prompt).toBe("Place a tile.");
    expect(move.step).toEqual({ kind: "lift" });
    expect(move.following).toEqual(["d4", "e5", "x1"]);
    move.choose("x1");
    await answered();
    expect(move.isWhole).toBe(true);
    expect(move.preview).toEqual({ cells: 1 });
    expect(move.previewOf("x1")).toEqual({ cells: 1 });
  });

  test("is requested once per position, and again if there was no answer", async () => {
    source.answers["d4"] = { prompt: "So?" };
    move.look("d4");
    move.look("d4");
    await answered();
    move.look("d4");
    expect(source.asked).toEqual(["d4"]);
    move.look("e5");
    await answered();
    move.look("e5");
    expect(source.asked).toEqual(["d4", "e5", "e5"]);
    source.position = "2";
    expect(move.previewOf("d4")).toBeNull();
    move.look("d4");
    expect(source.asked).toHaveLength(4);
  });

  test("an answer that arrives after the position changed is ignored", async () => {
    source.answers[""] = { prompt: "Old." };
    move.look("");
    source.position = "2";
    await answered();
    expect(move.prompt).toBe("");
  });

  test("a late answer does not affect the current position", async () => {
    source.answers = { "": { prompt: "Old." }, d4: { preview: "ghost" } };
    const ask = source.ask.bind(source);
    let late = (): void => {};
    source.ask = (text) => new Promise((resolve) => (late = () => void ask(text).then(resolve)));
    move.look("");
    source.position = "2";
    source.ask = ask;
    move.look("d4");
    await answered();
    late();
    await answered();
    expect(move.previewOf("d4")).toBe("ghost");
  });

  test("about what the pointer rests on, after a short while", async () => {
    vi.useFakeTimers();
    source.answers["d4"] = { preview: "ghost" };
    move.hover("e5");
    move.hover("d4");
    vi.advanceTimersByTime(100);
    vi.useRealTimers();
    await answered();
    expect(source.asked).toEqual(["d4"]);
    expect(move.preview).toBe("ghost");
    move.hover(null);
    expect(move.preview).toBeNull();
  });
});

describe("a choice that is not legal", () => {
  const X9 = { rule: "X9", sentence: "X9: a1 touches no tile", marks: ["d4"] };

  test("is kept with its reason until the next action", async () => {
    source.reasons = { a1: X9 };
    move.refuse(["a1"], ["a1"]);
    expect(move.refusal).toMatchObject({ at: ["a1"], reason: null });
    await answered();
    expect(move.refusal?.reason).toMatchObject(X9);
    move.choose("e5");
    expect(move.refusal).toBeNull();
  });

  test("is forgotten in another position, and when another was refused before the answer came", async () => {
    source.reasons = { a1: X9 };
    move.refuse(["a1"], ["a1"]);
    move.refuse(["b1"], ["b1"]);
    await answered();
    expect(move.refusal).toMatchObject({ at: ["b1"], reason: null });
    source.position = "2";
    expect(move.refusal).toBeNull();
  });

  test("has no reason where the server finds nothing wrong, or the seat is not to act", async () => {
    source.reasons = { d4: { rule: null } };
    move.refuse(["d4"], ["d4"]);
    await answered();
    expect(move.refusal?.reason).toBeNull();
    source.legal = [];
    source.reasons = { a1: X9 };
    move.refuse(["a1"], ["a1"]);
    await answered();
    expect(move.refusal).toMatchObject({ at: ["a1"], reason: null });
  });
});
