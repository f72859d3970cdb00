// Roving focus over the cells of a board: one cell is in the tab order, and arrow keys move from cell to cell.
import { tick } from "svelte";
import type { Attachment } from "svelte/attachments";
import { isArrow, neighbour, type Point } from "./geometry";
import { hasModifier } from "./shortcuts";

export interface Keys<Name> {
  /** Enter or space. */
  choose?: (name: Name) => void;
  /** Escape. */
  back?: () => void;
  /** R, and with shift the other way round. */
  turn?: (clockwise: boolean) => void;
  /** F. */
  mirror?: () => void;
}

export class Cursor<Name extends string = string> {
  /** The cell that has the focus, or had it last and gets it back by Tab. */
  at = $state<Name | null>(null);
  /** Does the board have the focus by keyboard? Then an overlay shows where. */
  isShown = $state(false);

  #points: () => ReadonlyMap<Name, Point>;
  #keys: Keys<Name>;
  #elements = new Map<Name, Element>();

  constructor(points: () => ReadonlyMap<Name, Point>, keys: Keys<Name> = {}) {
    this.#points = points;
    this.#keys = keys;
  }

  /** The tab index of a cell: 0 for one of them. */
  tabindex(name: Name): 0 | -1 {
    const points = this.#points();
    const first = this.at !== null && points.has(this.at) ? this.at : points.keys().next().value;
    return name === first ? 0 : -1;
  }

  /** Attach to each cell: `{@attach cursor.cell(name)}`. */
  cell(name: Name): Attachment {
    return (element) => {
      this.#elements.set(name, element);
      return () => {
        if (this.#elements.get(name) === element) this.#elements.delete(name);
        if (element === document.activeElement) void tick().then(() => this.#keepFocus());
      };
    };
  }

  /** The cell that had the focus is gone, as its piece was laid: the focus stays on the board. */
  #keepFocus(): void {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    const name = this.at !== null && this.#elements.has(this.at) ? this.at : this.#elements.keys().next().value;
    if (isLost && name !== undefined) this.focus(name);
  }

  focus(name: Name): void {
    this.at = name;
    const element = this.#elements.get(name);
    if (element instanceof SVGElement || element instanceof HTMLElement) element.focus();
  }

  onfocusin = (event: FocusEvent): void => {
    const found = [...this.#elements].find(([, element]) => element === event.target);
    if (found === undefined) return;
    this.at = found[0];
    this.isShown = found[1].matches(":focus-visible");
  };

  onfocusout = (): void => {
    this.isShown = false;
  };

  onkeydown = (event: KeyboardEvent): void => {
    if (hasModifier(event)) return;
    if (this.#handled(event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };

  #isCell(target: EventTarget | null): boolean {
    return [...this.#elements.values()].some((element) => element === target);
  }

  #handled(event: KeyboardEvent): boolean {
    const { choose, back, turn, mirror } = this.#keys;
    const points = this.#points();
    const here = this.at === null ? undefined : points.get(this.at);
    const isOnCell = this.#isCell(event.target); // other elements of the board, such as buttons, have their own keys
    if (isOnCell && isArrow(event.key) && here !== undefined) {
      const next = neighbour(here, event.key, points);
      if (next !== null) this.focus(next);
      return true;
    }
    if (isOnCell && (event.key === "Enter" || event.key === " ") && choose !== undefined && this.at !== null) {
      if (!event.repeat) choose(this.at);
      return true;
    }
    if (event.key === "Escape" && back !== undefined) {
      back();
      return true;
    }
    if (event.key.toLowerCase() === "r" && turn !== undefined) {
      turn(!event.shiftKey);
      return true;
    }
    if (event.key.toLowerCase() === "f" && mirror !== undefined) {
      mirror();
      return true;
    }
    return false;
  }
}
