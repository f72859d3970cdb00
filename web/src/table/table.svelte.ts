// A table as this browser sees it: one socket, the states received, and the requests sent.
import type { AskHint, DownMessage, Hint, Message, Offered, Played, Presence, Reason, UpMessage, Warming, Words } from "../api";
import type { State } from "../board-kit/board";
import type { MoveSource } from "./move.svelte";
import { isAbout, isAnswer, isSame, isSameChoice, type Kept, type Pending, type Wish } from "./requests";
import { isStill } from "../board-kit/motion";
import { settings, visitor } from "../settings.svelte";

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
  /** What the sentence was made from, if the server tells. */
  template?: string | null;
  args?: Message["args"] | null;
}

const STEP = 420; // milliseconds that a move is seen before the next one is shown
const BEHIND = 4; // with more than this to show there is no waiting
const TOGETHER = 60; // milliseconds that the states of the seats at one screen may lie apart
const PING = 25_000;
const ANSWER = 8_000; // milliseconds after which a question, a ping or a new socket is given up
const THOUGHT = 60_000; // the same for a hint, for which a bot has to think
const AGAIN = 1_000; // milliseconds after which a move that came too fast is sent again
const FIRST_RETRY = 300;
const LAST_RETRY = 5_000;
const DONE = new Set(["resigned", "game_over", "not_playing", "offer_open", "no_offer"]); // answers to a request sent twice
const TOLD = new Set(["compiling", "one_hint", "no_hints"]); // refused questions that nothing else on the page explains
const FINAL = new Set([4401, 4403, 4404]); // closed for good: see docs/protocol.md
const LATER = new Set([4400, 4429]); // too much, too fast: come back, but not immediately

type Answer = Words | Reason | Hint;
type Question = { type: "complete" | "why_not"; text: string } | Omit<AskHint, "seat" | "ref">;

/** The states after one change, by seat; null is the watcher's. */
type Frame = Map<number | null, State>;

export class Table implements MoveSource {
  connection = $state<Connection>("connecting");
  end = $state<End | null>(null);
  trouble = $state<Trouble | null>(null);
  warming = $state.raw<Warming | null>(null);
  presence = $state.raw<Presence | null>(null);
  offers = $state.raw<Offered[]>([]);
  /** States as they are shown, by seat; null is the watcher's. */
  states = $state.raw<ReadonlyMap<number | null, State>>(new Map());
  /** Moves as far as they are known, by seat. */
  histories = $state.raw<ReadonlyMap<number | null, Played[]>>(new Map());
  /** Grows with every change shown. */
  news = $state(0);

  #seat = $state<number | null>(null);
  #pending = $state.raw<Pending | null>(null);
  #choices = $state.raw<ReadonlyMap<number | null, number>>(new Map()); // by seat: grows when it has another choice
  #isUnsure = false; // whether the pending move reached the server
  #refused: Trouble | null = null; // the last one on this socket
  #socket: WebSocket | null = null;
  #frame: Frame | null = null; // the states after the newest change, as far as they came
  #gathering: ReturnType<typeof setTimeout> | undefined;
  #queue: Frame[] = []; // to be shown one after the other
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #tries = 0;
  #pings: ReturnType<typeof setInterval> | undefined;
  #listening: ReturnType<typeof setTimeout> | undefined;
  #ref = 0;
  #pinged = 0; // the number of the last ping
  #answers = new Map<number, (answer: Answer | null) => void>();
  #kept: Kept[] = [];
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
    const moves = this.history.filter((move) => move.text !== null);
    const own = this.seat === null ? moves.length : moves.findLastIndex((move) => move.seat === this.seat) + 1;
    return moves.slice(Math.max(0, Math.min(own, moves.length - 1)));
  });

  /** The latest move of each seat, for games in which all act simultaneously. */
  readonly lastOfEach = $derived.by(() => {
    const moves = this.history.filter((move) => move.text !== null);
    return moves.filter((move, k) => !moves.slice(k + 1).some((later) => later.seat === move.seat));
  });

  /** A move that is on its way. */
  readonly sending = $derived.by(() => this.#pending?.text ?? null);

  // -- a move in the making -------------------------------------------------------------------------------------------

  readonly legal = $derived.by(() => (this.#pending === null ? (this.state?.view.legal ?? []) : []));

  /** What others do meanwhile, in games in which all act simultaneously, leaves the choice as it is. */
  readonly position = $derived.by(() => {
    const state = this.state;
    return state === null ? "" : [state.match, state.seat, this.#choices.get(state.seat) ?? 0].join("/");
  });

  get confirms(): boolean {
    return settings.confirms;
  }

  ask(text: string): Promise<Words | null> {
    return this.#question({ type: "complete", text }) as Promise<Words | null>;
  }

  explain(text: string): Promise<Reason | null> {
    return this.#question({ type: "why_not", text }) as Promise<Reason | null>;
  }

  /** Ask for help with the shown seat's move; null when there is none, and then `trouble` may say why. */
  hint(step: Hint["step"], considered: string | null): Promise<Hint | null> {
    return this.#question({ type: "hint", step, considered }, THOUGHT) as Promise<Hint | null>;
  }

  #question(question: Question, patience = ANSWER): Promise<Answer | null> {
    const seat = this.seat;
    if (seat === null || this.connection !== "open") return Promise.resolve(null);
    const ref = ++this.#ref;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#answered(ref, null), patience);
      this.#answers.set(ref, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      this.#send({ ...question, seat, ref });
    });
  }

  play(text: string): void {
    const state = this.state;
    if (state === null || state.seat === null) return;
    const { seat, match, branch } = state;
    this.trouble = null;
    this.#pending = { seat, match, branch, turn: state.view.turn, text, ref: ++this.#ref };
    this.#isUnsure = this.connection !== "open";
    if (!this.#isUnsure) this.#send({ type: "move", ...this.#pending });
  }

  // -- other wishes ---------------------------------------------------------------------------------------------------

  /**
   * Send a request. It is kept until the server has certainly received it, and sent again after a lost connection;
   * repeated meanwhile, it counts once.
   */
  wish(wish: Wish): void {
    this.trouble = null;
    const { match = null, branch = 0 } = this.state ?? {};
    const isKept = (kept: Kept): boolean => kept.match === match && kept.branch === branch && isSame(kept.wish, wish);
    if (this.#kept.some(isKept)) return;
    const kept = { wish, match, branch, ref: 0, isRepeated: false };
    this.#kept.push(kept);
    if (this.connection === "open") this.#tell(kept);
  }

  /** The server answers in order: a pong proves that the request before the ping arrived, no pong that the line is dead. */
  #tell(kept: Kept): void {
    kept.isRepeated = kept.ref > 0;
    kept.ref = ++this.#ref;
    this.#send({ ...kept.wish, ref: kept.ref } as UpMessage);
    this.#ping();
  }

  // -- the socket -----------------------------------------------------------------------------------------------------
  // Reconnecting is our own, not partysocket's: that can neither end a wait early when the network is back nor wait longer
  // after some close codes, replaces four lines, and would put the largest table over its budget (bench/page.py).

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
    for (const timer of [this.#timer, this.#retry, this.#listening, this.#gathering]) clearTimeout(timer);
    this.#socket?.close();
  }

  #connect(): void {
    clearTimeout(this.#retry);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/api/tables/${encodeURIComponent(this.id)}/socket`);
    this.#socket = socket;
    this.#listen();
    socket.onopen = () => this.#send({ type: "hello", tokens: this.tokens, visitor, ref: null });
    socket.onmessage = (event) => {
      if (socket !== this.#socket) return;
      clearTimeout(this.#listening);
      this.#take(JSON.parse(event.data as string) as DownMessage);
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#closed(event.code);
    };
  }

  /** Expect some message, whatever it is, within a while; otherwise the connection is dead. */
  #listen(): void {
    clearTimeout(this.#listening);
    const socket = this.#socket;
    this.#listening = setTimeout(() => {
      if (socket === null || socket !== this.#socket) return;
      this.#closed(1006);
      socket.close();
    }, ANSWER);
  }

  #closed(code: number): void {
    this.#socket = null;
    clearTimeout(this.#listening);
    for (const ref of [...this.#answers.keys()]) this.#answered(ref, null);
    if (this.#isStopped) return;
    if (FINAL.has(code)) {
      this.end = { code, sentence: this.#refused?.sentence ?? "" };
      return;
    }
    if (this.trouble === this.#refused) this.trouble = null; // why it closed: the connection tells that
    this.connection = "lost";
    const wait = LATER.has(code) ? LAST_RETRY : Math.min(FIRST_RETRY * 2 ** this.#tries, LAST_RETRY);
    this.#tries += 1;
    this.#retry = setTimeout(() => this.#connect(), wait * (0.75 + Math.random() / 2));
  }

  /** The network is back, or the window is visible again: reconnect now. */
  #hurry = (): void => {
    if (document.visibilityState === "hidden") return;
    if (this.#socket === null && this.end === null && !this.#isStopped) this.#connect();
    else this.#ping();
  };

  #ping(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#pinged = ++this.#ref;
    this.#send({ type: "ping", ref: this.#pinged });
    this.#listen();
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
      case "reason":
      case "hint":
        if (typeof message.ref === "number") this.#answered(message.ref, message);
        break;
      case "warming":
        this.warming = message;
        break;
      case "error":
        this.#takeError(message);
        break;
      case "pong": {
        const { ref } = message;
        if (typeof ref === "number") this.#kept = this.#kept.filter((kept) => kept.ref === 0 || kept.ref > ref);
        break;
      }
    }
  }

  #takeError(message: Extract<DownMessage, { type: "error" }>): void {
    if (message.ref === this.#pinged) return; // whatever the answer: the server is there
    if (typeof message.ref === "number" && this.#answers.has(message.ref)) {
      this.#answered(message.ref, null);
      if (TOLD.has(message.code)) this.trouble = message;
      return;
    }
    const pending = this.#pending;
    if (pending !== null && message.ref === pending.ref) {
      if (message.code === "too_fast") {
        setTimeout(() => {
          if (this.#pending === pending) this.#send({ type: "move", ...pending });
        }, AGAIN);
        return;
      }
      this.#pending = null;
    }
    const kept = this.#kept.find((other) => other.ref > 0 && other.ref === message.ref);
    if (kept !== undefined) {
      if (message.code === "too_fast") {
        kept.ref = 0; // it did not arrive: no pong refers to it
        setTimeout(() => {
          if (this.#kept.includes(kept) && kept.ref === 0 && this.connection === "open") this.#tell(kept);
        }, AGAIN);
        return;
      }
      this.#kept = this.#kept.filter((other) => other !== kept);
      if (kept.isRepeated && DONE.has(message.code)) return; // it had arrived the first time
    }
    this.trouble = message;
    this.#refused = this.trouble;
  }

  #answered(ref: number, answer: Answer | null): void {
    this.#answers.get(ref)?.(answer);
    this.#answers.delete(ref);
  }

  #takeState(state: State): void {
    if (this.connection !== "open") this.#opened(state);
    if (this.#isUnsure && this.#pending !== null && this.#pending.seat === state.seat) {
      this.#isUnsure = false;
      if (isAbout(this.#pending, state)) this.#send({ type: "move", ...this.#pending });
    }
    const first = this.#frame?.values().next().value;
    const isNext = first !== undefined && (first.match !== state.match || first.seq !== state.seq);
    if (isNext || this.#frame?.has(state.seat)) this.#gathered();
    this.#frame ??= new Map();
    this.#frame.set(state.seat, state);
    if (this.#frame.size >= Math.max(1, this.tokens.length)) this.#gathered();
    else this.#gathering ??= setTimeout(() => this.#gathered(), TOGETHER);
  }

  #opened({ match, branch }: State): void {
    this.connection = "open";
    this.#tries = 0;
    this.#refused = null;
    this.#frame = null;
    this.#queue = [];
    for (const timer of [this.#timer, this.#gathering]) clearTimeout(timer);
    this.#timer = this.#gathering = undefined;
    this.#isUnsure = this.#pending !== null;
    // Requests for another match, or from before moves were taken back, no longer apply.
    this.#kept = this.#kept.filter((kept) => kept.match === null || (kept.match === match && kept.branch === branch));
    for (const kept of this.#kept) this.#tell(kept);
  }

  /** All states after a change are there: they are shown together, so that each change is news once. */
  #gathered(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    const frame = this.#frame;
    this.#frame = null;
    if (frame === null) return;
    this.#queue.push(frame);
    const pending = this.#pending;
    const isOwn = pending !== null && [...frame.values()].some((state) => isAnswer(pending, state));
    if (isOwn) while (this.#queue.length > 1) this.#show(this.#queue.shift()!); // whoever has moved does not wait
    if (isOwn || this.#timer === undefined || this.#queue.length > BEHIND) this.#next();
  }

  #next(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const frame = this.#queue.shift();
    if (frame === undefined) return;
    this.#show(frame);
    const moves = [...frame.values()].some((state) => state.events.length > 0);
    if (moves && !isStill() && document.visibilityState !== "hidden")
      this.#timer = setTimeout(() => this.#next(), STEP);
    else this.#next();
  }

  #show(frame: Frame): void {
    const shown = frame.values().next().value;
    if (shown === undefined) return;
    const before = this.state;
    const isSeatedAnew = before !== null && before.match !== shown.match; // a rematch may change the seats
    const pending = this.#pending;
    if (pending !== null && [...frame.values()].some((state) => isAnswer(pending, state))) this.#pending = null;
    this.#seat = isSeatedAnew ? null : this.seat;
    const choices = new Map(this.#choices);
    for (const [seat, state] of frame)
      if (!isSameChoice(this.states.get(seat), state)) choices.set(seat, (choices.get(seat) ?? 0) + 1);
    this.#choices = choices;
    const histories = new Map(isSeatedAnew ? [] : this.histories);
    for (const [seat, state] of frame) {
      const { start, moves } = state.history;
      histories.set(seat, [...(histories.get(seat) ?? []).slice(0, start), ...moves]);
    }
    this.histories = histories;
    this.states = new Map([...(isSeatedAnew ? [] : this.states), ...frame]);
    this.news += 1;
  }
}
