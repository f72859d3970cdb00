// Words that a game uses in a sense of its own. They are explained where they stand.
import type { Message } from "../api";
import { textOf } from "../message";

export interface Term {
  /** The forms in which it occurs in sentences, the usual one first. */
  words: Message[];
  meaning: Message;
  /** The number of the rule that says more. */
  rule: string;
}

/** A part of a text, with the term that it is. */
export interface Part {
  text: string;
  term: Term | null;
}

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A text in parts: each term is marked where it occurs first. */
export function partedByTerms(text: string, terms: readonly Term[]): Part[] {
  let parts: Part[] = [{ text, term: null }];
  for (const term of terms) {
    const pattern = term.words.map((word) => escaped(textOf(word))).join("|");
    const place = new RegExp(`(?<![\\p{L}\\d])(?:${pattern})(?![\\p{L}\\d])`, "iu");
    const k = parts.findIndex((part) => part.term === null && place.test(part.text));
    if (k < 0) continue;
    const whole = parts[k]!.text;
    const { index, 0: word } = place.exec(whole)!;
    const around = [whole.slice(0, index), word, whole.slice(index + word.length)];
    const fresh = around.map((each, at): Part => ({ text: each, term: at === 1 ? term : null }));
    parts = parts.toSpliced(k, 1, ...fresh.filter((part) => part.text !== ""));
  }
  return parts;
}
