// What a screen reader is told: the moves since, that some were taken back, who resigned, and whose turn it is.
import type { Played } from "../api";
import { say } from "../message";
import type { Words } from "./phrases";
import { moveText, newsOf, takenBackText, type Facts, type Turn } from "./sentences";
import type { Table } from "./table.svelte";

interface Present {
  turn: Turn | null;
  moves: Played[];
  /** Who has resigned, in words. */
  resigned: string;
  /** What is different in a rematch, in words. */
  beginning: string;
  facts: Facts | null;
  words: Words | null;
}

const LEAST = 900; // milliseconds for which a text stays
const SPOKEN = 55; // and for each of its characters, which somebody hears at some fifteen a second
const MOST = 3; // texts that wait, before they are put together

/** What is said in a polite live region, one text after the other: none is replaced before it can be spoken. */
export class Speech {
  text = $state("");
  #waiting: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  say(text: string): void {
    if (this.#waiting.length >= MOST) this.#waiting = [this.#waiting.join(" ")];
    this.#waiting.push(text);
    if (this.#timer === undefined) this.#next();
  }

  #next(): void {
    const next = this.#waiting.shift();
    this.#timer = next === undefined ? undefined : setTimeout(() => this.#next(), Math.max(LEAST, SPOKEN * next.length));
    if (next !== undefined) this.text = next === this.text ? `${next}\u00a0` : next; // or it would not be said again
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = [];
  }
}

export class Announcements {
  readonly #speech = new Speech();

  constructor(table: Table, present: () => Present) {
    let heard = { match: 0, branch: 0, moves: [] as Played[], turn: "", resigned: "" };
    $effect(() => {
      const { turn, moves, resigned, beginning, facts, words } = present();
      const shown = table.state;
      if (shown === null || turn === null || (facts === null && table.connection === "open")) return;
      // In simultaneous games, the seats still choosing change constantly: only one's own turn and the end are announced.
      const tellsTurn = turn.isMine || shown.status !== "playing" || facts?.simultaneous !== true;
      const now = { match: shown.match, branch: shown.branch, moves, turn: tellsTurn ? turn.sentence : "", resigned };
      const isGoingOn = now.match === heard.match;
      const isTakenBack = isGoingOn && now.branch !== heard.branch;
      const fresh = isGoingOn && !isTakenBack ? newsOf(heard.moves, now.moves) : [];
      const isHeard = isGoingOn && !isTakenBack && now.turn === heard.turn && fresh.length === 0;
      const isTold = ({ seat, text }: Played): boolean => text !== null || shown.seats[seat]?.kind !== "bot";
      const phrases = fresh.filter(isTold).map((played) => moveText(played, shown.seats, facts, words?.default ?? null));
      if (isTakenBack) phrases.push(takenBackText(heard.moves.length - now.moves.length));
      if (resigned !== "" && resigned !== heard.resigned) phrases.push(resigned);
      if (!isGoingOn && beginning !== "") phrases.push(beginning.replace(/\.$/, ""));
      if (now.turn !== "") phrases.push(now.turn);
      if ((!isHeard || resigned !== heard.resigned) && phrases.length > 0)
        this.#speech.say(phrases.map((clause) => say("{clause}.", { clause })).join(" "));
      heard = now;
    });
    $effect(() => () => this.#speech.stop());
  }

  get text(): string {
    return this.#speech.text;
  }
}
