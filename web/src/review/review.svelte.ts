// The review of a finished match: it is made on the server, in the background, and fetched when it is done.
import type { Annotation, Review as Told } from "../api";
import { refusalText } from "../refusal";
import { cancelReview, getReview, startReview, Refused } from "../rest";

const AGAIN = 700; // milliseconds between two questions
const LATER = 3_000; // the same while the server does not answer, or makes another review for this visitor

export type Status = "none" | "waiting" | "running" | "done" | "failed";

export class Review {
  status = $state<Status>("none");
  done = $state(0);
  total = $state(0);
  /** Reviews that are made before this one. */
  ahead = $state(0);
  /** Does it wait for another review of this visitor, who may have one at a time? */
  isNext = $state(false);
  /** Why it failed, for the reader. */
  problem = $state("");
  annotation = $state.raw<Annotation | null>(null);

  #id: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;

  constructor(readonly record: string) {}

  /** Ask for the review; one that was made before is there soon. */
  async start(): Promise<void> {
    this.problem = "";
    this.isNext = false;
    this.status = "waiting";
    await this.#ask();
  }

  async #ask(): Promise<void> {
    try {
      this.#take(await startReview(this.record));
    } catch (cause) {
      if (this.#isStopped || this.status === "none") return;
      if (!(cause instanceof Refused) || cause.code !== "one_review") return this.#fail(cause);
      this.isNext = true;
      this.#timer = setTimeout(() => void this.#ask(), LATER);
    }
  }

  /** The reader does not want it any more. */
  async cancel(): Promise<void> {
    clearTimeout(this.#timer);
    this.status = "none";
    if (this.#id !== null) await cancelReview(this.#id).catch(() => undefined);
  }

  /** Stop asking; the server goes on. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #take(told: Told): void {
    if (this.#isStopped || this.status === "none") return;
    this.isNext = false;
    this.#id = told.id;
    this.done = told.done;
    this.total = told.total;
    this.ahead = Math.max(0, told.place - 1);
    if (told.annotation !== null) {
      this.annotation = told.annotation;
      this.status = "done";
    } else if (told.status === "failed") {
      this.problem = refusalText(new Error(told.sentence));
      this.status = "failed";
    } else {
      this.status = told.status === "running" ? "running" : "waiting";
      this.#timer = setTimeout(() => void this.#look(), AGAIN);
    }
  }

  async #look(): Promise<void> {
    try {
      this.#take(await getReview(this.#id!));
    } catch (cause) {
      if (cause instanceof Refused && cause.code !== "offline") this.#fail(cause);
      else this.#timer = setTimeout(() => void this.#look(), LATER);
    }
  }

  #fail(cause: unknown): void {
    this.problem = refusalText(cause);
    this.status = "failed";
  }
}
