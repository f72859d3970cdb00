// A review beside a replay: it moves the replay about, and draws on its board.
import type { Annotation, Frame, Played, Replay } from "../api";
import type { Ghost } from "../board-kit/board";
import { say } from "../message";
import type { Playback } from "../replay/playback.svelte";
import { curveOf, gradeName, isFlagged, type Grade } from "./sentences";
import type { Practice, Stand } from "./stand";

export class Reviewing implements Stand {
  #ghost = $state.raw<{ move: Ghost; ply: number } | null>(null);
  /** The position on which the reader moves. */
  practice = $state.raw<Practice | null>(null);
  annotation = $state.raw<Annotation | null>(null);

  #game = $state.raw<Replay | null>(null); // while a line that was not played is shown

  constructor(private readonly playback: Playback) {}

  /** A move that was not made, drawn on the board beside the one that was, and before it. */
  readonly drawn = $derived.by((): Ghost | null => {
    const ghost = this.#ghost;
    return ghost !== null && !this.isLine && [ghost.ply - 1, ghost.ply].includes(this.playback.ply) ? ghost.move : null;
  });

  readonly isPractised = $derived.by(() => this.practice !== null);

  /** The position that is shown. */
  readonly ply = $derived.by(() => this.playback.ply);

  /** Is a line shown that was not played? */
  readonly isLine = $derived.by(() => this.#game !== null);

  /** Lines for the scrubber; they are not those of a line that was not played. */
  readonly curve = $derived.by(() => (this.annotation === null || this.isLine ? null : curveOf(this.annotation)));

  readonly marks = $derived.by(() =>
    this.annotation === null || this.isLine
      ? []
      : this.annotation.turning_points.map((ply, k) => ({ ply: ply + 1, label: say("Turning point {number}", { number: k + 1 }) })),
  );

  /** For each move of the game, how good it was if that is worth a mark. */
  readonly grades = $derived.by((): (Grade | null)[] =>
    this.annotation === null || this.isLine
      ? []
      : this.annotation.moves.map((move) => (isFlagged(move) ? move.grade : null)),
  );

  gradeText = gradeName;

  go(ply: number): void {
    this.leave();
    this.practice = null;
    this.playback.to(ply);
  }

  /** Back to what was played. */
  leave(): void {
    if (this.#game === null) return;
    const ply = this.playback.ply;
    this.playback.replay = this.#game;
    this.#game = null;
    this.playback.to(ply);
  }

  ghost(move: Ghost | null): void {
    this.#ghost = move === null ? null : { move, ply: this.playback.ply };
  }

  show(ply: number, moves: Played[], frames: Frame[]): void {
    this.leave();
    const game = this.playback.replay;
    this.#game = game;
    this.playback.replay = {
      ...game,
      moves: [...game.moves.slice(0, ply), ...moves],
      frames: [...game.frames.slice(0, ply), ...frames],
    };
    this.playback.to(ply);
    this.playback.toggle();
  }

  practise(practice: Practice | null): void {
    this.practice = practice;
  }

  annotated(annotation: Annotation | null): void {
    this.annotation = annotation;
  }

  /** The review is closed. */
  close(): void {
    this.leave();
    this.#ghost = null;
    this.practice = null;
    this.annotation = null;
  }
}
