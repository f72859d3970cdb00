// A replay being watched: the position shown, and how it changes.
import type { Played, Replay, SeatInfo } from "../api";
import { holdStill } from "../board-kit/motion";

export const SPEEDS = [0.5, 1, 2, 4];
const STEP = 1_100; // milliseconds from one move to the next at normal speed
const FIRST = 250; // and until the first

type Frame = Replay["frames"][number];

/** Is nothing of this move visible from where one looks? */
const isHidden = ({ events }: Frame): boolean => events.length > 0 && events.every((event) => event.kind === "chosen");

export class Playback {
  #replay = $state.raw<Replay>()!;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The position: the number of moves made before it. */
  ply = $state(0);
  isPlaying = $state(false);
  speed = $state(1);
  /** Is it the next position after the one before? Then the board animates what happened. */
  isStep = $state(false);
  /** Grows with every change. */
  news = $state(0);

  constructor(replay: Replay, ply: number) {
    this.#replay = replay;
    this.ply = this.#within(ply);
  }

  get replay(): Replay {
    return this.#replay;
  }

  /** The same match from another viewpoint. */
  set replay(replay: Replay) {
    this.#replay = replay;
    this.#show(this.#within(this.ply), false);
  }

  readonly last = $derived.by(() => this.#replay.frames.length - 1);
  readonly frame = $derived.by(() => this.#replay.frames[this.ply]!);
  readonly move = $derived.by(() => (this.ply === 0 ? null : this.#replay.moves[this.ply - 1]!));
  readonly seats: SeatInfo[] = $derived.by(() =>
    this.#replay.seats.map(({ kind, name, bot, resigned }, seat) => {
      return { seat, kind, name, bot, has_person: kind === "person" && !resigned, resigned };
    }),
  );

  /** The positions in which something has changed for the viewer: a choice that is hidden shows nothing. */
  readonly #stops = $derived.by(() => {
    const { frames, viewpoint } = this.#replay;
    const isOwn = (ply: number): boolean => this.#replay.moves[ply - 1]?.seat === viewpoint;
    return frames.flatMap((frame, ply) => (ply === this.last || !isHidden(frame) || isOwn(ply) ? [ply] : []));
  });

  /** The moves to mark on the board: the last one, or where all act simultaneously the last one of each seat. */
  marked(isSimultaneous: boolean): Played[] {
    if (!isSimultaneous) return this.move === null ? [] : [this.move];
    const { frames, moves, viewpoint } = this.#replay;
    const closed = frames.findLastIndex((frame, ply) => ply > 0 && ply <= this.ply && !isHidden(frame));
    const known = moves.slice(0, this.ply).filter((move, k) => k < closed || move.seat === viewpoint);
    return known.filter((move, k) => move.text !== null && !known.slice(k + 1).some(({ seat }) => seat === move.seat));
  }

  /** For each seat its score in every position; null in games without scores. */
  readonly scores = $derived.by(() => {
    const { frames } = this.#replay;
    const rows = frames.map((frame) => frame.view.scores);
    const won = this.#replay.frames.at(-1)!.view.outcome?.reason === "line";
    if (won || rows.every((row) => row.every((score) => score === rows[0]![0]))) return null;
    return rows[0]!.map((_, seat) => rows.map((row) => row[seat]!));
  });

  // -- moving about ---------------------------------------------------------------------------------------------------

  to(ply: number): void {
    this.pause();
    this.#show(this.#within(ply), false);
  }

  next(): void {
    this.pause();
    this.#forward();
  }

  previous(): void {
    this.to(this.#stops.findLast((ply) => ply < this.ply) ?? 0);
  }

  first(): void {
    this.to(0);
  }

  end(): void {
    this.to(this.last);
  }

  toggle(): void {
    if (this.isPlaying) {
      this.pause();
      return;
    }
    if (this.ply === this.last) this.#show(0, false);
    this.isPlaying = true;
    this.#timer = setTimeout(() => this.#tick(), FIRST);
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.isPlaying = false;
  }

  /** Nobody watches any more. */
  stop(): void {
    this.pause();
    holdStill(false);
  }

  #tick(): void {
    this.#forward();
    if (this.ply === this.last) this.pause();
    else this.#timer = setTimeout(() => this.#tick(), STEP / this.speed);
  }

  #forward(): void {
    const next = this.#stops.find((ply) => ply > this.ply);
    if (next !== undefined) this.#show(next, true);
  }

  #show(ply: number, isStep: boolean): void {
    holdStill(!isStep);
    this.isStep = isStep;
    this.ply = ply;
    this.news += 1;
  }

  #within(ply: number): number {
    return Math.min(Math.max(ply, 0), this.#replay.frames.length - 1);
  }
}
