import { beforeEach, expect, test, vi } from "vitest";
import type { Replay } from "../api";
import { isStill } from "../board-kit/motion";
import { Playback } from "./playback.svelte";

const CHOSEN = { kind: "chosen", seat: 0 };
const DREW = { kind: "drew", seat: 0 };

/** A match of two seats who choose simultaneously: each move's events, and the scores after it. */
function replayOf(viewpoint: Replay["viewpoint"], told: object[][], scores: number[][] = []): Replay {
  return {
    viewpoint,
    seats: [0, 1].map((seat) => ({ kind: "person", name: String(seat), bot: null, resigned: false })),
    moves: told.map((_, k) => ({ seat: k % 2, text: `move ${k}`, stand_in: null })),
    frames: [[], ...told].map((events, ply) => ({
      events,
      view: { scores: scores[ply] ?? [0, 0], outcome: null },
    })),
  } as unknown as Replay;
}

const ROUNDS = [[CHOSEN], [DREW], [CHOSEN], [DREW]];

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

test("it steps over choices that the viewer could not see", () => {
  const watched = new Playback(replayOf(null, ROUNDS), 0);
  watched.next();
  expect(watched.ply).toBe(2);
  watched.next();
  watched.next();
  expect(watched.ply).toBe(4);
  watched.previous();
  expect(watched.ply).toBe(2);
  const own = new Playback(replayOf(0, ROUNDS), 0);
  own.next();
  expect(own.ply).toBe(1);
});

test("any position can be reached directly, and none beyond the ends", () => {
  const playback = new Playback(replayOf(null, ROUNDS), 99);
  expect(playback.ply).toBe(4);
  playback.to(1);
  expect(playback.ply).toBe(1);
  playback.to(-3);
  expect(playback.ply).toBe(0);
  playback.end();
  expect(playback.ply).toBe(4);
});

test("only a step forward is animated", () => {
  const playback = new Playback(replayOf("all", [[DREW], [DREW], [DREW]]), 0);
  playback.next();
  expect([playback.isStep, isStill()]).toEqual([true, false]);
  playback.to(3);
  expect([playback.isStep, isStill()]).toEqual([false, true]);
  playback.previous();
  expect(isStill()).toBe(true);
  playback.stop();
  expect(isStill()).toBe(false);
});

test("it plays to the end at the speed chosen, and from the start again", () => {
  const playback = new Playback(replayOf("all", [[DREW], [DREW], [DREW]]), 0);
  playback.toggle();
  vi.advanceTimersByTime(300);
  expect(playback.ply).toBe(1);
  playback.speed = 4;
  vi.advanceTimersByTime(1200);
  expect(playback.ply).toBe(2); // the interval that had begun
  vi.advanceTimersByTime(300);
  expect([playback.ply, playback.isPlaying]).toEqual([3, false]);
  playback.toggle();
  expect([playback.ply, playback.isPlaying]).toEqual([0, true]);
  playback.previous();
  expect(playback.isPlaying).toBe(false);
});

test("it marks the last move, or the last known one of each seat", () => {
  const playback = new Playback(replayOf(0, ROUNDS), 3);
  expect(playback.marked(false)).toEqual([playback.replay.moves[2]]);
  expect(playback.marked(true)).toEqual([playback.replay.moves[1], playback.replay.moves[2]]); // its own, hidden from others
  const watched = new Playback(replayOf(null, ROUNDS), 3);
  expect(watched.marked(true)).toEqual([watched.replay.moves[0], watched.replay.moves[1]]);
});

test("scores make a curve where they change", () => {
  expect(new Playback(replayOf(null, ROUNDS), 0).scores).toBeNull();
  const scored = new Playback(replayOf(null, [[DREW], [DREW]], [[0, 0], [2, 0], [2, 3]]), 0);
  expect(scored.scores).toEqual([
    [0, 2, 2],
    [0, 0, 3],
  ]);
});
