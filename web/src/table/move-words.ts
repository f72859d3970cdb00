// Move texts are narrowed word by word: "f1" is not a prefix of "f10".

export const wordsOf = (text: string): string[] => text.split(" ").filter((word) => word !== "");

export const startsWith = (words: string[], beginning: string[]): boolean =>
  beginning.length <= words.length && beginning.every((word, k) => words[k] === word);

/** The moves that begin with these words. */
export const narrowed = (legal: string[], beginning: string[]): string[] =>
  legal.filter((text) => startsWith(wordsOf(text), beginning));

/** The words that may follow, each once, in the order of the moves. */
export function following(legal: string[], beginning: string[]): string[] {
  const found = new Set<string>();
  for (const text of legal) {
    const words = wordsOf(text);
    const next = words[beginning.length];
    if (next !== undefined && startsWith(words, beginning)) found.add(next);
  }
  return [...found];
}
