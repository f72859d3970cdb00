import { expect, test } from "vitest";
import { recordIn, textOfFile } from "./given-record";
import { linkWithRecord } from "./record-link";

const RECORD = "parlour 1\ngame exago\nmoves\n0 f6\n";

test("a record is found however it was copied", async () => {
  const found = { record: RECORD, ply: 0 };
  expect(await recordIn(RECORD)).toEqual(found);
  expect(await recordIn(`\n  ${RECORD.trim()}`)).toEqual(found);
  expect(await recordIn(`\uFEFF${RECORD.replaceAll("\n", "\r\n")}`)).toEqual(found);
});

test("a link that contains a record is one, too", async () => {
  expect(await recordIn(` ${await linkWithRecord("http://localhost:8000", RECORD, 1)}\n`)).toEqual({ record: RECORD, ply: 1 });
  expect(await recordIn(`http://localhost:8000/replay#record=${encodeURIComponent(RECORD)}`)).toEqual({ record: RECORD, ply: 0 });
});

test("anything else is no record", async () => {
  for (const text of ["", "Hello", "http://localhost:8000/game/abc/1#3", "http://localhost/replay#record=x"])
    expect(await recordIn(text)).toBeNull();
});

test("a large file is refused before it is read", async () => {
  expect(await textOfFile(new File([RECORD], "game.record"))).toBe(RECORD);
  await expect(textOfFile(new File(["x".repeat(300_000)], "film.mp4"))).rejects.toThrow("film.mp4 is too large to be a record.");
});
