// A move in the words of the list of moves, after the player's name.

export default function words(text: string): string {
  if (text === "skip") return "skips for the rest of the game";
  const [short = "", chosen] = text.split(" : ");
  const [card = "", ...cells] = short.split(" ");
  if (card === "flip") return `turns ${cells[0]} to white and lays ${cells[1]}`;
  const token = card.endsWith("*") ? " with a token" : "";
  const own = chosen === undefined ? "" : ", with pieces of choice";
  return `lays ${card.replace("*", "")} on ${cells.join(" ")}${token}${own}`;
}
