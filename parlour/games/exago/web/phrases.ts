// A move in words, after the player's name.
export default function (text: string): string {
  const words = text.split(" ");
  if (text === "pass") return "passes";
  if (words.length === 1) return `places on ${words[0]}`;
  const moves = `moves ${words[0]} to ${words.at(-1)}`;
  return words.length === 3 ? `${moves}, the group of ${words[1]} stays` : moves;
}

const WAYS: [RegExp, string][] = [
  [/ leaves equal groups; which stays\?.*$/, " leaves equal groups: choose the one that stays."],
  [/^Lifting \S+ sends .* home to .*$/, "Put it on a marked cell. The pale tiles go home."],
];

/** On a page, groups are clicked on, not named, and what goes home is seen. */
export const prompt = (_chosen: string[], told: string): string =>
  WAYS.reduce((text, [found, better]) => text.replace(found, better), told);
