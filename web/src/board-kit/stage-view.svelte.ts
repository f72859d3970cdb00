// What a stage shows of its board: the whole, or a part that was enlarged by keys, wheel, fingers or a tap, and can be moved.
import type { Point } from "./geometry";
import { type Box, COMFORT, FINGER, SIGHT, sizeWhole, windowOn } from "./stage";

const STEP = 1.5; // of the buttons and keys
const NEARLY = 1.01;

/** What there is to show, and where. */
export interface Staged {
  box: Box;
  /** How wide the smallest target is, in the units of the box. */
  target: number;
  /** Of the stage, in pixels. */
  width: number;
  height: number;
  /** The usual pointer is a finger: the whole board is seen first, and a tap enlarges it. */
  hasTouch: boolean;
  /** Never enlarged. */
  isPicture: boolean;
}

export class StageView {
  #staged: () => Staged;
  #chosen = $state<number | null>(null); // a zoom; null: the usual one
  #centre = $state.raw<Point | null>(null);
  #isByTap = $state(false);

  constructor(staged: () => Staged) {
    this.#staged = staged;
  }

  /** How wide a target is while the whole board is seen, in pixels. */
  readonly whole = $derived.by(() => {
    const { box, width, height, target } = this.#staged();
    return sizeWhole(box, width, height, target);
  });

  readonly #usual = $derived.by(() => {
    const { hasTouch, isPicture } = this.#staged();
    return hasTouch || isPicture || this.whole === 0 ? 1 : Math.max(1, SIGHT / this.whole);
  });

  readonly zoom = $derived.by(() => this.#chosen ?? this.#usual);
  readonly isLarger = $derived.by(() => this.zoom > NEARLY);
  readonly #most = $derived.by(() => (this.whole === 0 ? 1 : Math.max(3, (2 * COMFORT) / this.whole)));
  readonly canEnlarge = $derived.by(() => this.zoom < this.#most / NEARLY);

  /** The part of the board that is shown. */
  readonly seen = $derived.by((): Box => {
    const { box, width, height } = this.#staged();
    const middle = this.#centre ?? { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    return windowOn(box, width, height, this.zoom, middle);
  });

  get #middle(): Point {
    const { x, y, width, height } = this.seen;
    return { x: x + width / 2, y: y + height / 2 };
  }

  /** Enlarge or reduce about a point of the board, which stays where it is on the screen. */
  zoomTo(wanted: number, about: Point = this.#middle): void {
    const next = Math.min(Math.max(wanted, 1), this.#most);
    const [ratio, old] = [this.zoom / next, this.#middle];
    this.#centre = { x: about.x + (old.x - about.x) * ratio, y: about.y + (old.y - about.y) * ratio };
    this.#chosen = next;
    this.#isByTap = false;
  }

  enlarge(about?: Point): void {
    this.zoomTo(this.zoom * STEP, about);
  }

  reduce(about?: Point): void {
    this.zoomTo(this.zoom / STEP, about);
  }

  showWhole(): void {
    this.#chosen = 1;
    this.#centre = null;
    this.#isByTap = false;
  }

  /** Targets are too small for a finger now. */
  readonly isSmall = $derived.by(() => this.whole > 0 && this.whole * this.zoom < FINGER);

  /** A finger tapped here, and needs more room. */
  enlargeForFinger(about: Point): void {
    this.zoomTo(COMFORT / this.whole, about);
    this.#isByTap = true;
  }

  /** What was laid there is done: what a tap has enlarged is seen whole again. */
  endTap(): void {
    if (this.#isByTap) this.showWhole();
  }

  /** Move the board by pixels; returns whether it moved, for it stops at its edges. */
  pan(dx: number, dy: number): boolean {
    const [before, { width }] = [this.seen, this.#staged()];
    if (!this.isLarger || width <= 0) return false;
    const unit = before.width / width;
    const { x, y } = this.#middle;
    this.#centre = { x: x - dx * unit, y: y - dy * unit };
    this.#centre = this.#middle; // no further than the edge, or the way back would begin beyond it
    return Math.hypot(this.seen.x - before.x, this.seen.y - before.y) > 1e-6 * before.width;
  }

  isInSight({ x, y }: Point): boolean {
    const { target } = this.#staged();
    const { x: left, y: top, width, height } = this.seen;
    const isWithin = (at: number, from: number, span: number): boolean => at > from + target / 2 && at < from + span - target / 2;
    return this.#centre !== null && isWithin(x, left, width) && isWithin(y, top, height);
  }

  centreOn(point: Point): void {
    this.#centre = point;
  }
}
