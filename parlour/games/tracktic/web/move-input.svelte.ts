// A pattern in hand: how it is held, where it would lie, which pieces it takes. Its words go into the move.
import type { TrackticPreview } from "$web/api";
import type { Point } from "$web/board-kit/geometry";
import { onceAtRest } from "$web/board-kit/hover";
import type { HandInput } from "$web/board-kit/move-input";
import type { MoveMaker } from "$web/table/move.svelte";
import { cellAt, frame, pointOf } from "./layout";
import { nearest, type Place, placesOf } from "./legal-moves";
import { DRAWN, formOf, held, type Hold, holdOf, mirrorsFrom, turnsFrom } from "./patterns";

/** Where the pointer or the focus is: a point of the grid, and the cell it is in. */
export interface Spot {
  point: Point;
  cell: string;
}

/** What some words would do, as far as it is known. */
export interface MovePreview {
  laid: [cell: string, sides: number | null][];
  turned: string[];
  told: TrackticPreview | null;
}

export const inCell = (cell: string): Spot => ({ point: pointOf(cell), cell });
const numberOf = ([, sides]: [string, number | null]): string => (sides ?? 0).toString(16);
const isSame = (a: string[], b: string[]): boolean => a.join(" ") === b.join(" ");

/** The words of a move before the colon, and the side numbers after it; null without a colon. */
export function partedAtColon(words: string[]): [base: string[], numbers: string[] | null] {
  const colon = words.indexOf(":");
  return colon < 0 ? [words, null] : [words.slice(0, colon), words.slice(colon + 1)];
}

export class TrackticInput implements HandInput<TrackticPreview, Spot> {
  hold = $state.raw<Hold>({ turns: 0, isMirrored: false });
  over = $state.raw<Spot | null>(null);
  #pin: Spot | null = null; // where the pattern was put

  constructor(
    readonly move: MoveMaker<TrackticPreview>,
    readonly isTaken: (cell: string) => boolean,
    /** Two opposite corner cells of the grid. */
    readonly corners: () => [string, string],
  ) {}

  /** The card that is chosen, with its * if a token is spent; "" before. */
  readonly card = $derived.by(() => this.move.words[0] ?? "");
  readonly kind = $derived.by(() => this.card.replace("*", ""));
  readonly isPattern = $derived.by(() => this.kind in DRAWN);
  readonly places = $derived.by(() => (this.isPattern ? placesOf(this.move.legal, this.card) : []));

  /** The words before the colon, and the side numbers after it; null while no pieces are chosen. */
  readonly base = $derived.by(() => this.#parted[0]);
  readonly numbers = $derived.by(() => this.#parted[1]);
  readonly #parted = $derived.by(() => partedAtColon(this.move.words));

  /** Is something put on the grid, for the time being? */
  readonly isPlaced = $derived.by(() => this.base.length > (this.isPattern ? 1 : 2));
  readonly canChoosePieces = $derived.by(() => this.move.isOn && this.isPlaced && this.move.following.includes(":"));

  /** The cells through which a word can be chosen now. */
  readonly targets = $derived.by((): ReadonlySet<string> => {
    if (this.isPattern) return new Set(this.isPlaced ? [] : this.places.flatMap((place) => place.cells));
    return new Set(this.kind === "flip" && !this.isPlaced ? this.move.following : []);
  });

  /** What would be chosen by a click where the pointer is. */
  readonly ghost = $derived.by((): string[] | null => {
    if (this.over === null || this.numbers !== null) return null;
    const words = this.#wordsAt(this.over);
    return words === null || isSame(words, this.base) ? null : words;
  });

  /** Ask about the ghost once the pointer rests: for use in an effect. */
  lookAhead(): (() => void) | undefined {
    const text = this.ghost?.join(" ");
    if (text === undefined) return undefined;
    return onceAtRest(() => this.move.look(text));
  }

  /** What words would do; until the server has answered, with pieces whose sides are unknown. */
  preview(words: string[]): MovePreview {
    const end = words.includes(":") ? words.indexOf(":") : words.length;
    for (let many = words.length; many >= end; many--) {
      const told = this.move.previewOf(words.slice(0, many).join(" "));
      if (told !== null) return { laid: Object.entries(told.laid), turned: told.turned, told };
    }
    const cells = words.slice(1, end);
    const laid = cells.filter((cell) => !this.isTaken(cell));
    return { laid: laid.map((cell) => [cell, null]), turned: cells.filter((cell) => this.isTaken(cell)), told: null };
  }

  /** What lies on the grid for the time being. */
  readonly tentative = $derived.by(() => (this.base.length > 1 ? this.preview(this.move.words) : null));

  wordOf(cell: string): string | null {
    return this.targets.has(cell) ? cell : null;
  }

  /** A click elsewhere moves what is placed, a click on it finishes the move. */
  isChange(): boolean {
    return this.isPlaced && this.numbers === null;
  }

  // -- doing ----------------------------------------------------------------------------------------------------------

  point(spot: Spot | null): void {
    this.over = spot;
  }

  /** A card that is picked already is put back; of one that cannot be played, the server says why. */
  pick(card: string): void {
    if (!this.move.followingAfter([]).includes(card)) {
      this.move.refuse([card], []);
      return;
    }
    if (this.card === card) this.clear();
    else this.take([card]);
  }

  take(words: string[]): void {
    if (words.length < 2) this.#pin = null;
    this.move.set(words, { stay: true });
    if (words.length === 1) this.#holdFitting();
  }

  clear(): void {
    this.#pin = null;
    this.move.clear();
  }

  /** Hold the pattern of a card so that it can lie somewhere. */
  #holdFitting(): void {
    if (!this.isPattern || this.#fitting(this.hold).length > 0) return;
    const form = this.places[0]?.form;
    if (form !== undefined) this.hold = holdOf(this.kind, form);
  }

  /** Spend a token, or keep it. */
  switchToken(): void {
    this.take([this.card === this.kind ? `${this.kind}*` : this.kind]);
  }

  choose(spot: Spot): void {
    if (this.numbers !== null) {
      this.choosePieceOf(spot.cell);
      return;
    }
    const words = this.#wordsAt(spot);
    if (words === null) {
      this.#refuse(spot);
      return;
    }
    if (this.isPlaced && isSame(words, this.base)) {
      this.move.finish();
      return;
    }
    this.#put(words, spot);
  }

  /** Nothing is near enough: ask why not. */
  #refuse(spot: Spot): void {
    if (this.isPattern) {
      const cells = this.#cellsUnder(spot.point);
      const words = [this.card, ...cells];
      if (this.move.legal.includes(words.join(" "))) this.#put(words, spot); // in a corner, beside the cell
      else this.move.refuse(words, cells);
    } else {
      const begun = this.kind === "flip" ? this.base.slice(0, this.isPlaced ? 1 : 2) : [];
      this.move.refuse([...begun, spot.cell], [spot.cell]);
    }
  }

  /** The cells on which the pattern, as it is held, would lie with its middle nearest to a point. */
  #cellsUnder(point: Point): string[] {
    const shape = held(this.kind, this.#shown);
    const grid = frame(this.corners().map(pointOf));
    const { right, bottom } = frame(shape);
    const within = (value: number, low: number, high: number): number => Math.max(low, Math.min(value, high));
    const left = within(Math.round(point.x - right / 2), grid.left, grid.right - right);
    const top = within(Math.round(point.y - bottom / 2), grid.top, grid.bottom - bottom);
    const cells = shape.map(({ x, y }) => ({ x: x + left, y: y + top }));
    return cells.sort((a, b) => a.x - b.x || b.y - a.y).map(cellAt); // by letter, then by number
  }

  turn(clockwise: boolean): void {
    this.#holdAs(turnsFrom(this.kind, this.#shown, clockwise));
  }

  mirror(): void {
    this.#holdAs(mirrorsFrom(this.kind, this.#shown));
  }

  readonly canTurn = $derived.by(() => this.#canBe(turnsFrom(this.kind, this.hold, true)));
  readonly canMirror = $derived.by(() => this.#canBe(mirrorsFrom(this.kind, this.hold)));

  /** Choose the pieces, beginning with that of one cell: those before it stay as they are. */
  choosePieceOf(cell: string): void {
    const laid = this.tentative?.laid ?? [];
    const at = laid.findIndex(([name]) => name === cell);
    if (at < 0) {
      this.move.refuse([...this.base, cell], [cell]); // the pattern has no further cell
      return;
    }
    this.take([...this.base, ":", ...laid.slice(0, at).map(numberOf)]);
  }

  /** The pieces that are not chosen yet are laid as suggested. */
  leaveTheRest(): void {
    if (this.tentative?.told == null || this.numbers === null) return;
    const laid = this.tentative.laid.map(numberOf);
    this.take(this.numbers.length === 0 ? this.base : [...this.base, ":", ...laid]);
  }

  /** The cell whose piece is to be chosen now. */
  readonly cellToFill = $derived.by(() =>
    this.numbers === null ? null : (this.tentative?.laid[this.numbers.length]?.[0] ?? null),
  );

  /** Where a step back leads: a pattern is put down, and taken up again, as one. */
  before = (words: string[]): string[] => {
    const isWhole = (words[0] ?? "").replace("*", "") in DRAWN && words.length > 1 && !words.includes(":");
    return isWhole ? words.slice(0, 1) : words.slice(0, -1);
  };

  /** Where Enter lays the pattern as it lies: at this cell if it does, else at one of its own, or in its middle. */
  layingCell(now: string | null): string | null {
    if (!this.isPattern || !this.isPlaced || this.numbers !== null) return null;
    const { left, right, top, bottom } = frame(this.base.slice(1).map(pointOf));
    const middle = cellAt({ x: Math.floor((left + right) / 2), y: Math.floor((top + bottom) / 2) });
    const near = [...(now === null ? [] : [now]), ...this.base.slice(1), middle];
    return near.find((cell) => isSame(this.#wordsAt(inCell(cell)) ?? [], this.base)) ?? null;
  }

  // -- finding places -------------------------------------------------------------------------------------------------

  #fitting(hold: Hold): Place[] {
    const form = formOf(held(this.kind, hold));
    return this.places.filter((place) => place.form === form);
  }

  #canBe(holds: Hold[]): boolean {
    return this.isPattern && this.numbers === null && holds.some((hold) => this.#fitting(hold).length > 0);
  }

  #wordsAt({ point, cell }: Spot): string[] | null {
    if (this.isPattern) {
      const as = nearest(this.#fitting(this.hold), point, cell);
      // Held like this it cannot lie here; perhaps it can when it is turned.
      return (as ?? nearest(this.places, point, cell, 0))?.words ?? null;
    }
    if (this.kind !== "flip") return null;
    for (let many = this.base.length; many >= 1; many--) {
      const words = this.base.slice(0, Math.min(many, 2));
      const next = many === this.base.length && !this.isPlaced ? this.move.following : this.move.followingAfter(words);
      if (next.includes(cell)) return [...words, cell];
    }
    return null;
  }

  #put(words: string[], spot: Spot): void {
    this.#pin = spot;
    if (this.isPattern) this.#remember(words);
    this.take(words);
  }

  /** Keep holding the pattern as it lies. */
  #remember(words: string[]): void {
    const form = formOf(words.slice(1).map(pointOf));
    if (formOf(held(this.kind, this.hold)) !== form) this.hold = holdOf(this.kind, form);
  }

  /** The pattern as it is seen: as it lies, or as it would lie under the pointer, or as it is held. */
  get #shown(): Hold {
    const words = this.isPlaced ? this.base : this.ghost;
    if (words === null) return this.hold;
    const form = formOf(words.slice(1).map(pointOf));
    return formOf(held(this.kind, this.hold)) === form ? this.hold : holdOf(this.kind, form);
  }

  /** The first of these that can lie where the pattern is; else the first that can lie anywhere. */
  #holdAs(holds: Hold[]): void {
    if (!this.isPattern || this.numbers !== null) return;
    const spot = this.isPlaced ? this.#pin : this.over;
    for (const reach of spot === null ? [Infinity] : [undefined, Infinity]) {
      for (const hold of holds) {
        const fitting = this.#fitting(hold);
        const found = spot === null ? fitting[0] : nearest(fitting, spot.point, spot.cell, reach);
        if (!found) continue;
        this.hold = hold;
        if (this.isPlaced) this.take(found.words);
        return;
      }
    }
  }
}
