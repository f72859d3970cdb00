// A move in progress: the words chosen so far, what may follow, and what it would do.
import type { Reason, Words } from "../api";
import { onceAtRest } from "../board-kit/hover";
import { following, wordsOf } from "./move-words";

/** Where a move comes from and goes to: a table, or nothing in a picture. */
export interface MoveSource {
  /** The moves of the seat at this screen, [] while it is not to act. */
  readonly legal: string[];
  /** Different in every position, so that earlier choices are discarded. */
  readonly position: string;
  /** Does the player want to confirm complete moves? */
  readonly confirms: boolean;
  /** Ask the server about a beginning of a move; null when there is no answer. */
  ask(text: string): Promise<Words | null>;
  /** Ask the server why a text is not a legal move; null when there is no answer. */
  explain(text: string): Promise<Reason | null>;
  play(text: string): void;
}

/** A choice that is not legal. */
export interface Refusal {
  position: string;
  /** The cells that were clicked, or on which something was dropped. */
  at: readonly string[];
  /** Why it is not legal; null before the server has answered, and while another seat is to act. */
  reason: Reason | null;
  /** Cells to look at, if nothing was refused: those of a hint. */
  marks?: readonly string[];
  /** Why no rule is asked, in the words of the board. */
  sentence?: string;
}

export const NO_MOVES: MoveSource = {
  legal: [],
  position: "",
  confirms: false,
  ask: async () => null,
  explain: async () => null,
  play: () => {},
};

export class MoveMaker<Preview = unknown> {
  #source: MoveSource;
  #chosen = $state<{ position: string; words: string[] }>({ position: "", words: [] });
  #hovered = $state<{ position: string; words: string[] } | null>(null);
  #answers = $state.raw<{ position: string; by: Map<string, Words> }>({ position: "", by: new Map() });
  #asked = new Set<string>();
  #refusal = $state.raw<Refusal | null>(null);
  #cancelLook: (() => void) | undefined;

  /** Where a step back leads; set by boards whose steps are longer than a word. */
  before: (words: string[]) => string[] = (words) => words.slice(0, -1);

  constructor(source: MoveSource) {
    this.#source = source;
  }

  /** May the seat at this screen act? */
  get isOn(): boolean {
    return this.#source.legal.length > 0;
  }

  /** All moves of the seat, as texts. */
  get legal(): string[] {
    return this.#source.legal;
  }

  /** The words chosen so far. */
  readonly words = $derived.by(() => (this.#chosen.position === this.#source.position ? this.#chosen.words : []));

  readonly text = $derived.by(() => this.words.join(" "));

  /** The words that may follow those chosen; with forms that `legal` leaves out once the server has sent them. */
  readonly following = $derived.by(() => {
    const listed = following(this.#source.legal, this.words);
    const told = this.#answer(this.text)?.words ?? [];
    return [...listed, ...told.filter((word) => !listed.includes(word))];
  });

  /** Are the chosen words a complete move? */
  readonly isWhole = $derived.by(
    () => this.isOn && (this.#source.legal.includes(this.text) || (this.#answer(this.text)?.is_move ?? false)),
  );

  /** A complete move to which nothing can be added: it only needs confirmation. */
  readonly isFinal = $derived.by(() => this.isWhole && this.following.length === 0);

  /** What to choose next, as data. */
  readonly step = $derived.by(() => (this.isOn ? (this.#answer(this.text)?.step ?? null) : null));

  /** The same in a sentence of the server, for people who type. */
  readonly prompt = $derived.by(() => (this.isOn ? (this.#answer(this.text)?.prompt ?? "") : ""));

  /** The latest choice, if it was not legal; it is forgotten with the next action. */
  readonly refusal = $derived.by(() => (this.#refusal?.position === this.#source.position ? this.#refusal : null));

  /** What is under the pointer, as words that extend those chosen. */
  readonly hovered = $derived.by(() =>
    this.#hovered !== null && this.#hovered.position === this.#source.position ? this.#hovered.words : [],
  );

  /** What the words chosen, and those under the pointer, would do; null until the server has answered. */
  readonly preview = $derived.by(
    () => (this.#answer([...this.words, ...this.hovered].join(" "))?.preview ?? null) as Preview | null,
  );

  /** What a beginning of a move would do, if the server has been asked; see `look`. */
  previewOf(text: string): Preview | null {
    return (this.#answer(text)?.preview ?? null) as Preview | null;
  }

  /** The words that may follow another beginning than the one chosen. */
  followingAfter(words: string[]): string[] {
    return following(this.#source.legal, words);
  }

  /** Add a word, and send the move if it is complete, nothing can follow and no confirmation is needed. */
  choose(word: string): void {
    if (this.following.includes(word)) this.set([...this.words, word]);
  }

  /** Replace the chosen words by these; with `stay`, a complete move waits for `finish`. */
  set(words: string[], { stay = false } = {}): void {
    if (!this.isOn) return;
    this.#refusal = null;
    this.#chosen = { position: this.#source.position, words };
    this.#hovered = null;
    if (!stay && this.isFinal && !this.#source.confirms) this.finish();
    else this.look(this.text);
  }

  /** These words were chosen at these cells, and are not legal: find out why; a sentence where no rule is to be asked. */
  refuse(words: string[] | { sentence: string }, at: readonly string[]): void {
    const isAsked = Array.isArray(words);
    const refusal: Refusal = { position: this.#source.position, at, reason: null, ...(isAsked ? {} : words) };
    this.#refusal = refusal;
    if (!this.isOn || !isAsked) return;
    void this.#source.explain(words.join(" ")).then((reason) => {
      if (this.#refusal === refusal && reason !== null && reason.rule !== null) this.#refusal = { ...refusal, reason };
    });
  }

  /** Mark these cells until the next action; returns what `refusal` is until then. */
  mark(cells: readonly string[]): Refusal {
    return (this.#refusal = { position: this.#source.position, at: [], reason: null, marks: cells });
  }

  /** Stop showing why the latest choice was refused. */
  dismissRefusal(): void {
    this.#refusal = null;
  }

  /** Take the last step back. */
  back(): void {
    this.dismissRefusal();
    if (this.words.length > 0) this.set(this.before(this.words), { stay: true });
  }

  /** Take all words back. */
  clear(): void {
    this.dismissRefusal();
    if (this.words.length > 0) this.set([], { stay: true });
  }

  /** Send the chosen words, if they are a complete move. */
  finish(): void {
    this.dismissRefusal();
    if (this.isWhole) this.#source.play(this.text);
  }

  /** The pointer or the focus is on these words, which extend those chosen; null: on nothing. */
  hover(words: string | string[] | null): void {
    const list = words === null ? [] : typeof words === "string" ? wordsOf(words) : words;
    if (list.join(" ") === this.hovered.join(" ")) return;
    this.#hovered = { position: this.#source.position, words: list };
    this.#cancelLook?.();
    if (list.length > 0) {
      const text = [...this.words, ...list].join(" ");
      this.#cancelLook = onceAtRest(() => this.look(text));
    }
  }

  /** Ask the server about a beginning of a move, once in each position. */
  look(text: string): void {
    const position = this.#source.position;
    if (!this.isOn) return;
    if (this.#answers.position !== position) {
      this.#answers = { position, by: new Map() };
      this.#asked.clear();
    }
    if (this.#asked.has(text)) return;
    this.#asked.add(text);
    void this.#source.ask(text).then((answer) => {
      if (position !== this.#source.position || position !== this.#answers.position) return;
      if (answer === null) this.#asked.delete(text);
      else this.#answers = { position, by: new Map(this.#answers.by).set(text, answer) };
    });
  }

  #answer(text: string): Words | undefined {
    return this.#answers.position === this.#source.position ? this.#answers.by.get(text) : undefined;
  }
}
