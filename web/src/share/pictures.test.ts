import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Shared } from "./sharing";

const SHARED: Shared = { game: "g", title: "G", match: { id: "abcd", number: 2 }, record: "parlour 1\n", ply: 7, last: 9, wanted: null };
const asked: { url: string; init: RequestInit }[] = [];
let answers: Response[] = [];

beforeEach(() => {
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    asked.push({ url, init });
    return Promise.resolve(answers.shift()!);
  });
});
afterEach(() => {
  asked.length = 0;
  vi.unstubAllGlobals();
});

const load = (): Promise<typeof import("./pictures")> => import("./pictures");
const streamOf = (...parts: string[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });

test("lines are whole, however they arrive", async () => {
  const { linesOf } = await load();
  const lines: string[] = [];
  for await (const line of linesOf(streamOf('{"a', '":1}\n{"b":2}\n{"c', '":3}'))) lines.push(line);
  expect(lines).toEqual(['{"a":1}', '{"b":2}', '{"c":3}']);
});

test("a film tells its progress and then is there", async () => {
  const { getFilm } = await load();
  answers = [new Response(streamOf('{"done":0,"total":4}\n{"done":2,"total":4}\n{"done":4,', '"total":4,"data":"aGk=","media_type":"image/gif"}\n'))];
  const parts: number[] = [];
  const film = await getFilm(SHARED, "gif", (part) => parts.push(part), new AbortController().signal);
  expect([await film.text(), film.type, parts]).toEqual(["hi", "image/gif", [0, 0.5]]);
  expect(JSON.parse(asked[0]!.init.body as string)).toEqual({ record: "parlour 1\n", viewpoint: null, kind: "gif" });
});

test("what the server says is said", async () => {
  const { getFilm, getPicture } = await load();
  const signal = new AbortController().signal;
  answers = [Response.json({ code: "one_film", sentence: "wait for it" }, { status: 429 })];
  await expect(getFilm(SHARED, "webp", () => {}, signal)).rejects.toThrow("wait for it");
  answers = [new Response(streamOf('{"done":1,"total":4,"problem":"too bad"}\n'))];
  await expect(getFilm(SHARED, "webp", () => {}, signal)).rejects.toThrow("too bad");
  answers = [new Response(streamOf('{"done":1,"total":4}\n'))];
  await expect(getFilm(SHARED, "webp", () => {}, signal)).rejects.toThrow("broke off");
  answers = [new Response("x", { status: 502 })];
  await expect(getPicture(SHARED, "png")).rejects.toThrow("The server answered 502.");
});

test("while the match is on, the picture is the table's", async () => {
  const { getPicture } = await load();
  answers = [new Response("<svg/>")];
  await getPicture({ ...SHARED, record: null, wanted: "spectator" }, "svg");
  expect(asked[0]!.url).toBe("/api/tables/abcd/matches/2/picture?ply=7&kind=svg&seat=spectator");
});
