import { describe, expect, test, vi } from "vitest";
import type { Played } from "../api";
import type { State } from "../board-kit/board";
import { again, begin, newest, played, state, table, useFakeServer } from "./fake-socket";

useFakeServer();

describe("what is shown", () => {
  test("begins with hello, and then the state", () => {
    const socket = begin(["abc"], state({ legal: ["d4"] }));
    expect(socket.url).toBe("ws://here/api/tables/t/socket");
    expect(socket.sent[0]).toMatchObject({ type: "hello", tokens: ["abc"] });
    expect(table.connection).toBe("open");
    expect(table.seat).toBe(0);
    expect(table.legal).toEqual(["d4"]);
  });

  test("a list of moves grows from where the message says", () => {
    const socket = begin(["a"], state({ moves: [played(0, "a"), played(1, null)] }));
    socket.tell(state({ seq: 2, start: 1, moves: [played(1, "b"), played(0, "c")] }));
    expect(table.history).toEqual([played(0, "a"), played(1, "b"), played(0, "c")]);
    socket.tell(state({ seq: 3, branch: 1, start: 0, moves: [played(0, "a")] }));
    expect(table.history).toEqual([played(0, "a")]);
  });

  test("the latest moves are those since one's own, or the last of all", () => {
    const socket = begin(["a"], state({ moves: [played(0, "a"), played(1, "b"), played(2, "c")] }));
    expect(table.last.map((move) => move.text)).toEqual(["b", "c"]);
    expect(table.lastOfEach.map((move) => move.text)).toEqual(["a", "b", "c"]);
    socket.tell(state({ seq: 2, start: 3, moves: [played(0, "d")] }));
    expect(table.last.map((move) => move.text)).toEqual(["d"]);
    expect(table.lastOfEach.map((move) => move.text)).toEqual(["b", "c", "d"]);
  });

  test("a watcher sees the last move of all marked, a hidden choice never", () => {
    begin([], state({ seat: null, moves: [played(0, "a"), played(1, "b"), played(0, null)] }));
    expect(table.seat).toBeNull();
    expect(table.held).toEqual([]);
    expect(table.last.map((move) => move.text)).toEqual(["b"]);
  });

  test("moves of the others are shown one after the other, one's own immediately", () => {
    const socket = begin(["a"], state({ legal: ["x"] }));
    socket.tell(state({ seq: 2, events: [1] }), state({ seq: 3, legal: ["y"], turn: 1, events: [1] }));
    expect(table.state?.seq).toBe(2);
    vi.advanceTimersByTime(500);
    expect(table.state?.seq).toBe(3);
    table.play("y");
    socket.tell(state({ seq: 4, turn: 2, events: [1] }));
    expect(table.state?.seq).toBe(4);
    expect(table.sending).toBeNull();
  });

  test("one's own move waits for nothing that is still to be shown", () => {
    const socket = begin(["a"], state({ legal: ["x"] }));
    const meanwhile = (seq: number): State => state({ seq, legal: ["x"], events: [1] });
    socket.tell(meanwhile(2), meanwhile(3), meanwhile(4));
    expect(table.state?.seq).toBe(2);
    table.play("x");
    socket.tell(state({ seq: 5, turn: 1, events: [1] }));
    expect(table.state?.seq).toBe(5);
    expect(table.sending).toBeNull();
  });

  test("in a hidden window nothing is waited for", () => {
    const socket = begin(["a"], state({}));
    Object.assign(document, { visibilityState: "hidden" });
    socket.tell(state({ seq: 2, events: [1] }), state({ seq: 3, events: [1] }));
    expect(table.state?.seq).toBe(3);
  });
});

describe("several seats at one screen", () => {
  const both = (seq: number, acting: number, turns: [number, number]): State[] =>
    [0, 1].map((seat) => state({ seat, seq, turn: turns[seat]!, legal: seat === acting ? ["m"] : [], events: [1] }));

  test("each change is news once, and the view goes to who is to act", () => {
    const socket = begin(["a", "b"], ...both(1, 0, [0, 0]));
    expect(table.held).toEqual([0, 1]);
    expect(table.seat).toBe(0);
    expect(table.news).toBe(1);
    table.play("m");
    socket.tell(...both(2, 1, [1, 0]));
    expect(table.news).toBe(2);
    expect(table.seat).toBe(1);
  });

  test("the moves are those that the seat which is shown may know", () => {
    const own = (seat: number, acting: number, moves: Played[]): State => state({ seat, legal: seat === acting ? ["m"] : [], moves });
    begin(["a", "b"], own(0, 1, [played(0, "secret")]), own(1, 1, [played(0, null)]));
    expect(table.seat).toBe(1);
    expect(table.history).toEqual([played(0, null)]);
  });

  test("a state that comes alone is shown, too", () => {
    const socket = begin(["a", "b"], ...both(1, 0, [0, 0]));
    vi.advanceTimersByTime(1000);
    socket.tell(state({ seat: 0, seq: 1, legal: ["n"] }));
    vi.advanceTimersByTime(100);
    expect(table.legal).toEqual(["n"]);
    expect(table.held).toEqual([0, 1]);
  });

  test("the view stays with who still has to act", () => {
    const open = (seq: number, legal: string[][]): State[] =>
      legal.map((moves, seat) => state({ seat, seq, legal: moves, turn: seq }));
    const socket = begin(["a", "b", "c"], ...open(1, [["m"], ["m"], ["m"]]));
    table.look(2);
    expect(table.seat).toBe(2);
    socket.tell(...open(2, [["m"], [], ["m"]]));
    expect(table.seat).toBe(2);
    socket.tell(...open(3, [["m"], [], []]));
    expect(table.seat).toBe(0);
  });
});

describe("a choice", () => {
  test("is the same while others act meanwhile, and another after one's own move", () => {
    const socket = begin(["a"], state({ legal: ["x", "y"] }));
    const first = table.position;
    socket.tell(state({ seq: 2, legal: ["x", "y"], moves: [played(1, null)] }));
    expect(table.position).toBe(first);
    socket.tell(state({ seq: 3, turn: 1, legal: ["x", "y"] }));
    expect(table.position).not.toBe(first);
  });

  test("is another after an undo, though the moves are the same", () => {
    const socket = begin(["a"], state({ legal: ["x"] }));
    const first = table.position;
    socket.tell(state({ seq: 2, turn: 1 }), state({ seq: 3, branch: 1, turn: 0, legal: ["x"] }));
    expect(table.legal).toEqual(["x"]);
    expect(table.position).not.toBe(first);
  });
});

describe("a move on its way", () => {
  test("leaves nothing to choose until it is answered", () => {
    const socket = begin(["a"], state({ legal: ["x"] }));
    table.play("x");
    expect(socket.moves()).toMatchObject([{ seat: 0, match: 1, branch: 0, turn: 0, text: "x" }]);
    expect(table.legal).toEqual([]);
    expect(table.sending).toBe("x");
    socket.tell(state({ seq: 2, turn: 1 }));
    expect(table.sending).toBeNull();
  });

  test("is kept while the connection is lost, and sent when it is found", () => {
    begin(["a"], state({ legal: ["x"] })).end(1006);
    expect(table.connection).toBe("lost");
    table.play("x");
    expect(table.sending).toBe("x");
    const socket = again(state({ legal: ["x"] }));
    expect(table.connection).toBe("open");
    expect(socket.moves()).toMatchObject([{ text: "x", turn: 0 }]);
    expect(table.sending).toBe("x");
    socket.tell(state({ seq: 2, turn: 1 }));
    expect(table.sending).toBeNull();
  });

  test("that was lost with its socket is sent again, once, from whichever seat", () => {
    const seats = (seq: number, turn: number): State[] => [
      state({ seat: 0, seq, turn: 5 }),
      state({ seat: 1, seq, turn, legal: turn === 0 ? ["x"] : [] }),
    ];
    begin(["a", "b"], ...seats(1, 0));
    table.play("x");
    newest().end(1012);
    const socket = again(...seats(1, 0));
    expect(socket.moves()).toHaveLength(1);
    socket.tell(...seats(2, 1));
    expect(table.sending).toBeNull();
    expect(socket.moves()).toHaveLength(1);
  });

  test("that had arrived before the socket closed is not sent again", () => {
    begin(["a"], state({ legal: ["x"] }));
    table.play("x");
    newest().end(1006);
    const socket = again(state({ seq: 2, turn: 1 }));
    expect(socket.moves()).toEqual([]);
    expect(table.sending).toBeNull();
  });

  test("that is stale is given up for the state that answers it", () => {
    const socket = begin(["a"], state({ legal: ["x"] }));
    table.play("x");
    socket.tell(state({ seq: 5, branch: 1, turn: 0, legal: ["y"] }));
    expect(table.sending).toBeNull();
    expect(table.legal).toEqual(["y"]);
  });

  test("does not outlive its match, wherever one sits in the next", () => {
    const socket = begin(["a"], state({ seat: 0, legal: ["x"], moves: [played(0, "old")] }));
    table.play("x");
    socket.tell(state({ seat: 1, match: 2, legal: ["y"] }));
    expect(table.sending).toBeNull();
    expect(table.held).toEqual([1]);
    expect(table.seat).toBe(1);
    expect(table.legal).toEqual(["y"]);
    expect(table.history).toEqual([]);
  });

  test("that is refused can be made again, and the trouble is told", () => {
    const socket = begin(["a"], state({ legal: ["x"] }));
    table.play("x");
    const { ref } = socket.moves()[0]!;
    socket.tell({ type: "error", code: "illegal_move", sentence: "No.", rule: "X9", ref });
    expect(table.trouble).toMatchObject({ sentence: "No.", rule: "X9" });
    expect(table.legal).toEqual(["x"]);
    table.play("x");
    expect(table.trouble).toBeNull();
  });

  test("that came too fast is sent again by itself", () => {
    const socket = begin(["a"], state({ legal: ["x"] }));
    table.play("x");
    socket.tell({ type: "error", code: "too_fast", sentence: "Wait.", rule: null, ref: socket.moves()[0]!.ref });
    expect(table.trouble).toBeNull();
    expect(table.sending).toBe("x");
    vi.advanceTimersByTime(2000);
    expect(socket.moves()).toHaveLength(2);
  });
});

describe("a rematch", () => {
  test("with other seats at one screen forgets the old ones", () => {
    const socket = begin(["a", "b"], state({ seat: 0 }), state({ seat: 1, legal: ["x"] }));
    socket.tell(state({ seat: 1, match: 2 }), state({ seat: 2, match: 2, legal: ["y"] }));
    vi.advanceTimersByTime(100);
    expect(table.held).toEqual([1, 2]);
    expect(table.seat).toBe(2);
    expect([...table.histories.keys()]).toEqual([1, 2]);
  });
});
