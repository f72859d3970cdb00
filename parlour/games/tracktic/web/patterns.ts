// The patterns of the cards, and how they are held: turned and mirrored.
import type { Point } from "$web/board-kit/geometry";
import { frame } from "./layout";

/** The cards as they are drawn. */
export const DRAWN: Record<string, string> = {
  I2: "##",
  I3: "###",
  V3: "##/#.",
  I4: "####",
  L4: "###/#..",
  S4: "##./.##",
  I5: "#####",
  L5: "####/#...",
  N5: "###./..##",
  U5: "#.#/###",
  V5: "#../#../###",
  W5: "#../##./.##",
  Z5: "##./.#./.##",
};

/** The squares of a card's pattern, from its upper left corner; none of a Flip card. */
export function patternOf(card: string): Point[] {
  const rows = (DRAWN[card] ?? "").split("/");
  return rows.flatMap((row, y) => [...row].flatMap((mark, x) => (mark === "#" ? [{ x, y }] : [])));
}

/** How a pattern is held: turned clockwise by quarters after it was mirrored, or not. */
export interface Hold {
  turns: number;
  isMirrored: boolean;
}

/** The form in which cells lie, wherever they are. */
export function formOf(cells: Point[]): string {
  const { left, top } = frame(cells);
  return cells
    .map(({ x, y }) => `${x - left},${y - top}`)
    .sort()
    .join(" ");
}

/** A pattern as it is held. */
export function held(card: string, { turns, isMirrored }: Hold): Point[] {
  let cells = patternOf(card).map(({ x, y }) => ({ x: isMirrored ? -x : x, y }));
  for (let k = 0; k < turns; k++) cells = cells.map(({ x, y }) => ({ x: -y, y: x }));
  const { left, top } = frame(cells);
  return cells.map(({ x, y }) => ({ x: x - left, y: y - top }));
}

const turnedBy = (hold: Hold, quarters: number): Hold => ({ ...hold, turns: (hold.turns + quarters + 4) % 4 });

/** The orientations that rotation leads to, the nearest first, each with a different form from the one before. */
export function turnsFrom(card: string, hold: Hold, clockwise: boolean): Hold[] {
  const now = formOf(held(card, hold));
  const steps = clockwise ? [1, 2, 3] : [3, 2, 1];
  return steps.map((k) => turnedBy(hold, k)).filter((other) => formOf(held(card, other)) !== now);
}

/** The orientations that mirroring leads to: mirrored horizontally, then rotated. */
export function mirrorsFrom(card: string, hold: Hold): Hold[] {
  const now = formOf(held(card, hold));
  const mirrored: Hold = { turns: (4 - hold.turns) % 4, isMirrored: !hold.isMirrored };
  return [0, 1, 2, 3].map((k) => turnedBy(mirrored, k)).filter((other) => formOf(held(card, other)) !== now);
}

/** An orientation in which a pattern has this form. */
export function holdOf(card: string, form: string): Hold {
  for (const isMirrored of [false, true])
    for (let turns = 0; turns < 4; turns++)
      if (formOf(held(card, { turns, isMirrored })) === form) return { turns, isMirrored };
  return { turns: 0, isMirrored: false };
}
