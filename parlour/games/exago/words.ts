// A move in words, after the player's name.
export default function (text: string): string {
  const words = text.split(" ");
  if (text === "pass") return "passes";
  if (words.length === 1) return `places on ${words[0]}`;
  const moves = `moves ${words[0]} to ${words.at(-1)}`;
  return words.length === 3 ? `${moves}, the group of ${words[1]} stays` : moves;
}
