import { expect, test } from "vitest";
import { linkWithRecord, MOST_CHARACTERS, packRecord, unpackRecord } from "./record-link";

const RECORD = 'parlour 1\ngame exago\nnames ["Zoë","李"]\nmoves\n0 f6\n1 e6\n';

test("a record is read back from a link", async () => {
  expect(await unpackRecord(await packRecord(RECORD))).toBe(RECORD);
  expect(await packRecord(RECORD)).toMatch(/^[\w-]+$/);
});

test("a long game makes a short link", async () => {
  const moves = Array.from({ length: 300 }, (_, k) => `${k % 2} ${"abcdefghijk"[k % 11]}${1 + (k % 9)}\n`).join("");
  const link = await linkWithRecord("https://games.example.org", RECORD + moves, 12);
  expect(link).toMatch(/^https:\/\/games\.example\.org\/replay#record=[\w-]+&ply=12$/);
  expect(link.length).toBeLessThan(moves.length / 2);
});

test("text that is not compressed is left as it is", async () => {
  expect(await unpackRecord(RECORD)).toBe(RECORD);
});

test("what is cut off, not ours or too long is no record", async () => {
  const packed = await packRecord(RECORD);
  expect(await unpackRecord(packed.slice(0, -9))).toBeNull();
  expect(await unpackRecord("nonsense")).toBeNull();
  expect(await unpackRecord("A")).toBeNull();
  expect(await unpackRecord(await packRecord("x".repeat(MOST_CHARACTERS + 1)))).toBeNull();
  expect(await unpackRecord(await packRecord("x".repeat(MOST_CHARACTERS)))).toHaveLength(MOST_CHARACTERS);
});
