import { describe, expect, test, vi } from "vitest";
import type { DownMessage } from "../api";
import { again, begin, connect, FakeSocket, newest, type Sent, state, table, useFakeServer } from "./fake-socket";

useFakeServer();

describe("the connection", () => {
  test("is retried with back-off, and requests are kept for it", () => {
    begin(["a"], state({})).end(1006);
    table.wish({ type: "resign", seat: 0 });
    vi.advanceTimersByTime(400);
    expect(FakeSocket.all).toHaveLength(2);
    newest().end(1006);
    vi.advanceTimersByTime(400);
    expect(FakeSocket.all).toHaveLength(2);
    const socket = again(state({}));
    expect(socket.sent.filter((message) => message.type === "resign")).toHaveLength(1);
  });

  test("is tried again as soon as the network is back", () => {
    const heard = new Map<string, () => void>();
    vi.stubGlobal("addEventListener", (type: string, listener: () => void) => heard.set(type, listener));
    begin(["a"], state({})).end(1006);
    expect(FakeSocket.all).toHaveLength(1);
    heard.get("online")!();
    expect(FakeSocket.all).toHaveLength(2);
  });

  test("waits for seconds after the server closed it because too much came too fast", () => {
    begin(["a"], state({})).end(4429);
    vi.advanceTimersByTime(3_000);
    expect(FakeSocket.all).toHaveLength(1);
    vi.advanceTimersByTime(4_000);
    expect(FakeSocket.all).toHaveLength(2);
  });

  test("a request made twice while offline is sent once", () => {
    begin(["a"], state({})).end(1006);
    for (const seat of [0, 0, 1]) table.wish({ type: "undo_offer", seat });
    const told = again(state({})).sent.filter((message) => message.type === "undo_offer");
    expect(told.map((wish) => wish.seat)).toEqual([0, 1]);
  });

  const wishes = (socket: FakeSocket, type: string): Sent[] => socket.sent.filter((message) => message.type === type);

  test("a request on a dead connection is repeated until the server acknowledges it", () => {
    const dead = begin(["a"], state({}));
    table.wish({ type: "resign", seat: 0 });
    expect(wishes(dead, "resign")).toHaveLength(1);
    dead.tell(state({ seq: 2 })); // was on its way, and answers nothing
    dead.end(1006);
    const found = again(state({ seq: 2 }));
    expect(wishes(found, "resign")).toHaveLength(1);
    found.tell({ type: "pong", ref: wishes(found, "ping").at(-1)!.ref });
    found.end(1006);
    expect(wishes(again(state({ seq: 3 })), "resign")).toEqual([]);
  });

  test("a silently dead connection is abandoned soon after a request", () => {
    begin(["a"], state({}));
    table.wish({ type: "rematch", seat: 0 });
    vi.advanceTimersByTime(9_000);
    expect(table.connection).toBe("lost");
    expect(wishes(again(state({})), "rematch")).toHaveLength(1);
  });

  test("a request is dropped if there is another match or moves were taken back", () => {
    for (const now of [{ match: 2 }, { branch: 1 }]) {
      begin(["a"], state({}));
      table.wish({ type: "undo_offer", seat: 0 });
      newest().end(1006);
      expect(wishes(again(state({ seq: 2, ...now })), "undo_offer")).toEqual([]);
      table.stop();
    }
    begin(["a"], state({}));
  });

  test("a refused request is shown as an error, unless it succeeded the first time", () => {
    const refusal = { type: "error", code: "resigned", sentence: "this seat has already resigned", rule: null };
    const socket = begin(["a"], state({}));
    table.wish({ type: "resign", seat: 0 });
    socket.tell({ ...refusal, ref: wishes(socket, "resign")[0]!.ref });
    expect(table.trouble).toMatchObject({ code: "resigned" });
    table.wish({ type: "resign", seat: 0 });
    socket.end(1006);
    const found = again(state({ seq: 2 }));
    found.tell({ ...refusal, ref: wishes(found, "resign")[0]!.ref });
    expect(table.trouble).toBeNull();
  });

  test("a rate-limited request is repeated automatically", () => {
    const socket = begin(["a"], state({}));
    table.wish({ type: "resign", seat: 0 });
    socket.tell({ type: "error", code: "too_fast", sentence: "Wait.", rule: null, ref: wishes(socket, "resign")[0]!.ref });
    expect(table.trouble).toBeNull();
    vi.advanceTimersByTime(2000);
    expect(wishes(socket, "resign")).toHaveLength(2);
  });

  test("a refused ping is not shown to the player", () => {
    connect(["a"]);
    newest().tell({ type: "wait", game: "exago", done: 0, total: 1, sentence: "Compiling." });
    vi.advanceTimersByTime(25_100);
    const ping = newest().sent.at(-1)!;
    newest().tell({ type: "error", code: "not_ready", sentence: "wait until the rules are ready", rule: null, ref: ping.ref });
    newest().tell(state({}));
    expect(table.connection).toBe("open");
    expect(table.trouble).toBeNull();
  });

  test("ends permanently if reconnecting is pointless, with the server's sentence", () => {
    const socket = begin(["a"], state({}));
    socket.tell({ type: "error", code: "closed", sentence: "the table was deleted", rule: null, ref: null });
    socket.end(4404);
    expect(table.end).toEqual({ code: 4404, sentence: "the table was deleted" });
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
  });

  test("the reason for closing is not shown to the player", () => {
    const socket = begin(["a"], state({}));
    socket.tell({ type: "error", code: "closed", sentence: "nothing was received", rule: null, ref: null });
    socket.end(4408);
    expect(table.trouble).toBeNull();
    expect(table.connection).toBe("lost");
  });

  test("is abandoned only if a ping is not answered", () => {
    const socket = begin(["a"], state({}));
    vi.advanceTimersByTime(25_100);
    expect(socket.sent.at(-1)).toMatchObject({ type: "ping" });
    socket.tell({ type: "pong", ref: 1 });
    vi.advanceTimersByTime(20_000);
    expect(table.connection).toBe("open");
    vi.advanceTimersByTime(15_000);
    expect(table.connection).toBe("lost");
  });

  test("queries get no answer while offline", async () => {
    const socket = begin(["a"], state({ legal: ["x"] }));
    const answer = table.ask("x");
    socket.end(1006);
    expect(await answer).toBeNull();
    expect(await table.ask("x")).toBeNull();
  });

  test("queries are matched with answers by their number", async () => {
    const socket = begin(["a"], state({ legal: ["x"] }));
    const [first, second] = [table.ask("x"), table.ask("y")];
    const [one, two] = socket.sent.filter((message) => message.type === "complete");
    const words = { type: "words", seat: 0, words: [], is_move: false, prompt: "", preview: null };
    socket.tell({ ...words, text: "y", ref: two!.ref } as DownMessage, { ...words, text: "x", ref: one!.ref } as DownMessage);
    expect((await first)?.text).toBe("x");
    expect((await second)?.text).toBe("y");
  });
});
