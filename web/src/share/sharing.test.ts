import { expect, test } from "vitest";
import { spotOf } from "../replay/address";
import { unpackRecord } from "./record-link";
import { embedHtml, fileName, linkTo, longLinkTo, originFor, type Shared } from "./sharing";

const RECORD = 'parlour 1\ngame exago\ndate "2026-07-14"\nmoves\n0 f6\n';
const SHARED: Shared = {
  game: "exago",
  title: "Exago",
  match: { id: "abcd", number: 2 },
  record: RECORD,
  ply: 7,
  last: 9,
  wanted: null,
};
const HERE = "https://games.example.org";

test("a link leads to a match, a position and a viewpoint", async () => {
  expect(await linkTo(SHARED, HERE, 7)).toBe(`${HERE}/game/abcd/2#7`);
  expect(await linkTo({ ...SHARED, wanted: 1 }, HERE, 0)).toBe(`${HERE}/game/abcd/2#0&seat=1`);
  expect(await linkTo({ ...SHARED, record: null }, HERE, 3)).toBe(`${HERE}/game/abcd/2#3`);
});

test("without a table, the record is inside the link", async () => {
  const link = await linkTo({ ...SHARED, match: null, wanted: "spectator" }, HERE, 4);
  expect(link).toBe(await longLinkTo({ ...SHARED, wanted: "spectator" }, HERE, 4));
  const spot = spotOf(link.split("#")[1]!);
  expect([spot.ply, spot.wanted]).toEqual([4, "spectator"]);
  expect(await unpackRecord(spot.record!)).toBe(RECORD);
});

test("a link names the server as others reach it", () => {
  const at = (hostname: string): { hostname: string; origin: string } => ({ hostname, origin: `http://${hostname}` });
  expect(originFor("http://192.168.0.7:8000", at("localhost"))).toBe("http://192.168.0.7:8000");
  expect(originFor("http://192.168.0.7:8000", at("games.example.org"))).toBe("http://games.example.org");
  expect(originFor("", at("127.0.0.1"))).toBe("http://127.0.0.1");
});

test("an embedded replay is the link in a frame", async () => {
  expect(embedHtml(await linkTo({ ...SHARED, wanted: 1 }, HERE, 7), 'A "game"')).toBe(
    `<iframe src="${HERE}/embed/game/abcd/2#7&amp;seat=1" width="480" height="560" title="A &quot;game&quot;"></iframe>`,
  );
});

test("files are named after the game, its day and the move", () => {
  expect(fileName(SHARED, "record")).toBe("exago-2026-07-14.record");
  expect(fileName(SHARED, "png")).toBe("exago-2026-07-14-move-7.png");
  expect(fileName({ ...SHARED, record: null }, "svg")).toBe("exago-move-7.svg");
});
