// For tests: the server's end of a socket, and a table connected to it.
import { afterEach, beforeEach, vi } from "vitest";
import type { Played, UpMessage } from "../api";
import type { State } from "../board-kit/board";
import { Table } from "./table.svelte";

export type Sent = UpMessage & Record<string, unknown>;

/** The server's end of a socket. */
export class FakeSocket {
  static OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: Sent[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number }) => void;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Sent);
  }
  tell(...messages: unknown[]): void {
    for (const message of messages) this.onmessage?.({ data: JSON.stringify(message) });
  }
  end(code: number): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
  close(): void {
    this.readyState = 3;
  }
  moves(): Sent[] {
    return this.sent.filter((message) => message.type === "move");
  }
}

export const newest = (): FakeSocket => FakeSocket.all.at(-1)!;

interface Told {
  seat?: number | null;
  match?: number;
  seq?: number;
  branch?: number;
  turn?: number;
  legal?: string[];
  moves?: Played[];
  start?: number;
  events?: unknown[];
}

export function state(told: Told): State {
  const { seat = 0, match = 1, seq = 1, branch = 0, turn = 0, legal = [], moves = [], start = 0, events = [] } = told;
  return {
    type: "state",
    table: "t",
    match,
    seq,
    branch,
    status: "playing",
    commit: "",
    seat,
    seats: [],
    view: { game: "some-game", seat, turn, legal, waiting: [], scores: [], names: [], players: 2, outcome: null },
    events,
    history: { start, moves },
  } as unknown as State;
}

export const played = (seat: number, text: string | null): Played => ({ seat, text, stand_in: null });

export let table: Table;

/** Connect with these tokens; the server has sent nothing yet. */
export function connect(tokens: string[]): FakeSocket {
  table = new Table("t", tokens);
  table.start();
  newest().open();
  return newest();
}

export function begin(tokens: string[], ...states: State[]): FakeSocket {
  connect(tokens);
  newest().tell(...states);
  return newest();
}

export function again(...states: State[]): FakeSocket {
  vi.advanceTimersByTime(10_000);
  newest().open();
  newest().tell(...states);
  return newest();
}

/** Give each test of a file a fake socket, a fake clock and a visible page. */
export function useFakeServer(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    FakeSocket.all = [];
    vi.stubGlobal("WebSocket", FakeSocket);
    vi.stubGlobal("location", { protocol: "http:", host: "here" });
    vi.stubGlobal("document", {
      visibilityState: "visible",
      addEventListener: () => {},
      removeEventListener: () => {},
    });
    vi.stubGlobal("addEventListener", () => {});
    vi.stubGlobal("removeEventListener", () => {});
  });

  afterEach(() => {
    table.stop();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}
