// A table as this browser sees it: one socket, the states that came through it, and the wishes that go the other way.
import type { DownMessage, Offered, Played, Presence, UpMessage, Wait, Words } from "./api";
import type { State } from "./board";
import type { MoveSource } from "./move.svelte";
import { isStill } from "./motion";
import { settings, visitor } from "./settings.svelte";

export type Connection = "connecting" | "open" | "lost";

/** Why there is nothing to come back for. */
export interface End {
  code: number;
  sentence: string;
}

/** Something the server refused, for the player to read. */
export interface Trouble {
  code: string;
  sentence: string;
  rule: string | null;
}

type Wish = UpMessage extends infer Message ? (Message extends { ref: unknown } ? Omit<Message, "ref"> : never) : never;

interface Pending {
  seat: number;
  match: number;
  branch: number;
  turn: number;
  text: string;
  ref: number;
}

const STEP = 420; // milliseconds that a move is seen before the next one is shown
const BEHIND = 4; // with more than this to show there is no waiting
const PING = 25_000;
const SILENCE = 40_000;
const ANSWER = 8_000; // milliseconds after which a question is given up
const FIRST_RETRY = 300;
const LAST_RETRY = 5_000;
const FINAL = new Set([4401, 4403, 4404]); // closed for good: see docs/protocol.md
const LATER = new Set([4400, 4429]); // too much, too fast: come back, but not at once

export class Table implements MoveSource {
  connection = $state<Connection>("connecting");
  end = $state<End | null>(null);
  trouble = $state<Trouble | null>(null);
  wait = $state.raw<Wait | null>(null);
  presence = $state.raw<Presence | null>(null);
  offers = $state.raw<Offered[]>([]);
  /** States as they are shown, by seat; null is the watcher's. */
  states = $state.raw<ReadonlyMap<number | null, State>>(new Map());
  /** Moves as far as they are known, by seat. */
  histories = $state.raw<ReadonlyMap<number | null, Played[]>>(new Map());
  /** Grows with every state shown. */
  news = $state(0);

  #seat = $state<number | null>(null);
  #pending = $state.raw<Pending | null>(null);
  #socket: WebSocket | null = null;
  #queue: Map<number | null, State>[] = [];
  #latest: State | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #tries = 0;
  #pings: ReturnType<typeof setInterval> | undefined;
  #heard = 0;
  #ref = 0;
  #answers = new Map<number, (answer: Words | null) => void>();
  #outbox: Wish[] = [];
  #isStopped = false;

  constructor(
    readonly id: string,
    readonly tokens: string[],
  ) {}

  // -- what is shown --------------------------------------------------------------------------------------------------

  /** The seats that are played at this screen. */
  readonly held = $derived.by(() =>
    [...this.states.keys()].filter((seat): seat is number => seat !== null).sort((a, b) => a - b),
  );

  /** The seat whose view is shown: of those at this screen one that is to act; null for a watcher. */
  readonly seat = $derived.by(() => {
    const before = this.#seat;
    const acting = this.held.filter((seat) => (this.states.get(seat)?.view.legal.length ?? 0) > 0);
    if (before !== null && acting.includes(before)) return before;
    return acting[0] ?? (before !== null && this.held.includes(before) ? before : (this.held[0] ?? null));
  });

  /** Look from another of one's seats. */
  look(seat: number): void {
    this.#seat = seat;
  }

  /** What is shown of the match, or null before anything came. */
  readonly state = $derived.by(() => this.states.get(this.seat) ?? null);

  readonly history = $derived.by(() => this.histories.get(this.seat) ?? []);

  /** The latest moves: those since the shown seat's own last one, or the last one of all. */
  readonly last = $derived.by(() => {
    const moves = this.history;
    const own = moves.findLastIndex((move) => move.seat === this.seat);
    return moves.slice(Math.min(own + 1, moves.length - 1)).filter((move) => move.text !== null);
  });

  /** A move that is on its way. */
  readonly sending = $derived.by(() => this.#pending?.text ?? null);

  // -- a move in the making -------------------------------------------------------------------------------------------

  readonly legal = $derived.by(() => (this.#pending === null ? (this.state?.view.legal ?? []) : []));

  // Not by `seq`: where all choose at once, another's choice must not take away what one is just putting together.
  readonly position = $derived.by(() => {
    const state = this.state;
    return state === null ? "" : [state.match, state.branch, state.seat, state.view.turn].join("/");
  });

  get confirms(): boolean {
    return settings.confirms;
  }

  ask(text: string): Promise<Words | null> {
    const seat = this.seat;
    if (seat === null || this.connection !== "open") return Promise.resolve(null);
    const ref = ++this.#ref;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#answered(ref, null), ANSWER);
      this.#answers.set(ref, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      this.#send({ type: "complete", seat, text, ref });
    });
  }

  play(text: string): void {
    const state = this.state;
    if (state === null || state.seat === null) return;
    const { seat, match, branch } = state;
    this.trouble = null;
    this.#pending = { seat, match, branch, turn: state.view.turn, text, ref: ++this.#ref };
    this.#send({ type: "move", ...this.#pending });
  }

  // -- other wishes ---------------------------------------------------------------------------------------------------

  /** Tell the server something; while it cannot hear, the wish is kept and told when it can. */
  wish(wish: Wish): void {
    this.trouble = null;
    if (this.connection === "open") this.#send({ ...wish, ref: ++this.#ref } as UpMessage);
    else this.#outbox.push(wish);
  }

  // -- the socket -----------------------------------------------------------------------------------------------------

  start(): void {
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#pings = setInterval(() => this.#ping(), PING);
    this.#connect();
  }

  stop(): void {
    this.#isStopped = true;
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    clearInterval(this.#pings);
    clearTimeout(this.#timer);
    clearTimeout(this.#retry);
    this.#socket?.close();
  }

  #connect(): void {
    clearTimeout(this.#retry);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/api/tables/${encodeURIComponent(this.id)}/socket`);
    this.#socket = socket;
    this.#heard = Date.now();
    socket.onopen = () => this.#send({ type: "hello", tokens: this.tokens, visitor, ref: null });
    socket.onmessage = (event) => {
      if (socket !== this.#socket) return;
      this.#heard = Date.now();
      this.#take(JSON.parse(event.data as string) as DownMessage);
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#closed(event.code, event.reason);
    };
  }

  #closed(code: number, reason: string): void {
    this.#socket = null;
    for (const ref of [...this.#answers.keys()]) this.#answered(ref, null);
    if (this.#isStopped) return;
    if (FINAL.has(code)) {
      this.end = { code, sentence: reason };
      return;
    }
    this.connection = "lost";
    const wait = LATER.has(code) ? LAST_RETRY : Math.min(FIRST_RETRY * 2 ** this.#tries, LAST_RETRY);
    this.#tries += 1;
    this.#retry = setTimeout(() => this.#connect(), wait * (0.75 + Math.random() / 2));
  }

  /** The network is back, or the window is looked at again: do not wait any longer. */
  #hurry = (): void => {
    if (document.visibilityState === "hidden") return;
    if (this.#socket === null && this.end === null && !this.#isStopped) this.#connect();
    else this.#ping();
  };

  #ping(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.#heard > SILENCE) {
      const silent = this.#socket;
      this.#closed(1006, "");
      silent.close();
    } else this.#send({ type: "ping", ref: ++this.#ref });
  }

  #send(message: UpMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  // -- what comes -----------------------------------------------------------------------------------------------------

  #take(message: DownMessage): void {
    switch (message.type) {
      case "state":
        this.#takeState(message);
        break;
      case "presence":
        this.presence = message;
        break;
      case "offer":
        this.offers = message.offers;
        break;
      case "words":
        if (typeof message.ref === "number") this.#answered(message.ref, message);
        break;
      case "wait":
        this.wait = message;
        break;
      case "error":
        this.#takeError(message);
        break;
      case "pong":
        break;
    }
  }

  #takeError(message: Extract<DownMessage, { type: "error" }>): void {
    if (typeof message.ref === "number" && this.#answers.has(message.ref)) {
      this.#answered(message.ref, null);
      return;
    }
    if (this.#pending !== null && message.ref === this.#pending.ref) this.#pending = null;
    this.trouble = message;
  }

  #answered(ref: number, answer: Words | null): void {
    this.#answers.get(ref)?.(answer);
    this.#answers.delete(ref);
  }

  #takeState(state: State): void {
    this.wait = null;
    if (this.connection !== "open") this.#opened();
    this.#settle(state);
    const latest = this.#latest;
    const joins = latest !== null && latest.match === state.match && latest.seq === state.seq;
    this.#latest = state;
    const frame = this.#queue.at(-1);
    if (joins && frame !== undefined) frame.set(state.seat, state);
    else if (joins && this.#queue.length === 0) this.#show(new Map([[state.seat, state]]));
    else {
      this.#queue.push(new Map([[state.seat, state]]));
      if (this.#timer === undefined || this.#queue.length > BEHIND) this.#next();
    }
  }

  #opened(): void {
    this.connection = "open";
    this.#tries = 0;
    this.#latest = null;
    this.#queue = [];
    for (const wish of this.#outbox.splice(0)) this.wish(wish);
  }

  /** A move on its way has arrived, has been overtaken, or was lost with its socket and is sent again. */
  #settle(state: State): void {
    const pending = this.#pending;
    if (pending === null || state.seat !== pending.seat) return;
    const { match, branch, turn } = pending;
    if (state.match !== match || state.branch !== branch || state.view.turn !== turn) this.#pending = null;
    else if (this.#latest === null) this.#send({ type: "move", ...pending });
  }

  #next(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const frame = this.#queue.shift();
    if (frame === undefined) return;
    this.#show(frame);
    const moves = [...frame.values()].some((state) => state.events.length > 0);
    if (moves && !isStill()) this.#timer = setTimeout(() => this.#next(), STEP);
    else this.#next();
  }

  #show(frame: Map<number | null, State>): void {
    const shown = [...frame.values()][0];
    if (shown === undefined) return;
    const before = this.state;
    const isSeatedAnew = before !== null && before.match !== shown.match; // a rematch may change the seats
    const isNewHere = frame.size === 1 && shown.seat === null;
    this.#seat = isSeatedAnew ? null : this.seat;
    const kept = isSeatedAnew || isNewHere ? [] : [...this.states].filter(([seat]) => seat !== null);
    this.states = new Map([...kept, ...frame]);
    const histories = new Map(isSeatedAnew ? [] : this.histories);
    for (const [seat, state] of frame) {
      const { start, moves } = state.history;
      histories.set(seat, [...(histories.get(seat) ?? []).slice(0, start), ...moves]);
    }
    this.histories = histories;
    this.news += 1;
  }
}
