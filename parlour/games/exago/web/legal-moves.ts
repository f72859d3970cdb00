// A move is built by clicks: a cell; or a tile, perhaps the group that stays, and a cell.
// What may be clicked comes from the legal moves alone.
import { wordsOf } from "$web/table/move-words";

export type Tiles = Record<string, number>;

export interface Reading {
  /** The tile that is lifted. */
  lift: string | null;
  /** The group that stays, by its word. */
  group: string | null;
  /** Where the tile goes. */
  target: string | null;
  /** What to choose next; whole: nothing. */
  step: "begin" | "group" | "target" | "whole";
  /** The words that can be chosen. */
  next: string[];
}

const unique = (words: (string | undefined)[]): string[] => [...new Set(words.filter((word) => word !== undefined))];

/**
 * The meaning of the words chosen so far. If groups are determined after the tile is put down (`targetFirst`), the target
 * is chosen before the group, though the move text names the group first.
 */
export function reading(legal: string[], words: string[], tiles: Tiles, targetFirst: boolean): Reading {
  const moves = legal.map(wordsOf);
  const [first, second, third] = words;
  if (first === undefined) {
    return { lift: null, group: null, target: null, step: "begin", next: unique(moves.map((move) => move[0])) };
  }
  const found = moves.filter((move) => move[0] === first);
  if (found.length === 0 || found.some((move) => move.length === 1)) {
    return { lift: null, group: null, target: first, step: "whole", next: [] };
  }
  const read = { lift: first, group: null, target: null };
  if (third !== undefined) return { ...read, group: second!, target: third, step: "whole", next: [] };
  if (targetFirst && (second === undefined || !(second in tiles))) {
    if (second === undefined) return { ...read, step: "target", next: unique(found.map((move) => move.at(-1))) };
    const choices = found.filter((move) => move.length === 3 && move[2] === second).map((move) => move[1]);
    return { ...read, target: second, step: choices.length > 0 ? "group" : "whole", next: unique(choices) };
  }
  const isTie = found.some((move) => move.length === 3);
  if (second === undefined) {
    return { ...read, step: isTie ? "group" : "target", next: unique(found.map((move) => move[1])) };
  }
  if (!isTie) return { ...read, target: second, step: "whole", next: [] };
  const targets = found.filter((move) => move[1] === second).map((move) => move[2]);
  return { ...read, group: second, step: "target", next: unique(targets) };
}

/** The words of the move with one more choice. */
export function chosen({ lift, group, target, step }: Reading, word: string): string[] {
  if (step === "group") return target === null ? [lift!, word] : [lift!, word, target];
  return [lift, group, word].filter((part) => part !== null);
}

/** The moves of a lifted tile that end on a cell, with the group that has been chosen. */
export function waysTo(legal: string[], { lift, group }: Reading, cell: string): string[][] {
  return legal
    .map(wordsOf)
    .filter((move) => move.length > 1 && move[0] === lift && move.at(-1) === cell)
    .filter((move) => group === null || move[1] === group);
}
