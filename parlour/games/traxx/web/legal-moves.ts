// How clicks on fields become the words of a move: an end of the line, then the fields in order. It looks only at the
// moves that are legal, as texts.
import { following, narrowed, wordsOf } from "$web/table/move-words";

export const PASS = "pass";

/** The ends from which the line can grow. */
export const growingEnds = (legal: string[]): string[] => following(legal, []).filter((word) => word !== PASS);

/** The fields that can be entered next, from either end while none is chosen. */
export function nextFields(legal: string[], words: string[]): Set<string> {
  if (words.length > 0) return new Set(following(legal, words));
  return new Set(growingEnds(legal).flatMap((end) => following(legal, [end])));
}

/** All fields that can still be entered in this round. */
export function reachableFields(legal: string[], words: string[]): Set<string> {
  const known = Math.max(words.length, 1); // the first word is an end, where the line has been already
  const fields = narrowed(legal, words).flatMap((text) => (text === PASS ? [] : wordsOf(text).slice(known)));
  return new Set(fields);
}

/**
 * The words that lead from those chosen to a field: by the fewest fields, and of several such ways by the one after which
 * most is possible; null where no way leads.
 */
export function wayTo(legal: string[], words: string[], field: string): string[] | null {
  const open = narrowed(legal, words).map(wordsOf);
  const ways = open.filter((way) => way.at(-1) === field && way.length > Math.max(words.length, 1));
  const shortest = Math.min(...ways.map((way) => way.length));
  let best: string[] | null = null;
  let most = 0;
  for (const way of ways.filter((other) => other.length === shortest)) {
    const goesOn = open.filter((other) => way.every((word, k) => other[k] === word)).length;
    if (goesOn > most) [best, most] = [way, goesOn];
  }
  return best?.slice(words.length) ?? null;
}

/** The words after a click on a field; "finish" for the move as it is, or null if nothing changes. */
export function afterClick(legal: string[], words: string[], field: string): string[] | "finish" | null {
  const place = words.indexOf(field);
  if (place === 0) return words.length === 1 ? [] : [field];
  if (place > 0) return place === words.length - 1 ? "finish" : words.slice(0, place + 1);
  const way = wayTo(legal, words, field);
  if (way !== null) return [...words, ...way];
  if (growingEnds(legal).includes(field)) return [field];
  return words.length < 2 ? wayTo(legal, [], field) : null; // a stray click must not lose a stroke
}

/** The words after dragging onto a field: one field more, one less, or null if it cannot be entered. */
export function afterDrag(legal: string[], words: string[], field: string): string[] | null {
  if (words.at(-1) === field) return null;
  const place = words.indexOf(field);
  if (place >= 0) return words.slice(0, place + 1);
  return words.length > 0 && following(legal, words).includes(field) ? [...words, field] : null;
}
