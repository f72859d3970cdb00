// Moves in words: for the list of moves, and for who makes one.

/** A move as a phrase that follows the name of who made it. */
export default function words(text: string): string {
  if (text === "skip") return "skips for the rest of the game";
  const [short = "", chosen] = text.split(" : ");
  const [card = "", ...cells] = short.split(" ");
  if (card === "flip") return `turns ${cells[0]} to white and lays ${cells[1]}`;
  const token = card.endsWith("*") ? " with a token" : "";
  const own = chosen === undefined ? "" : ", with pieces of choice";
  return `lays ${card.replace("*", "")} on ${cells.join(" ")}${token}${own}`;
}

const hasFingers = typeof matchMedia !== "undefined" && matchMedia("(pointer: coarse)").matches;

/** What is to be done now; the server's sentences are for those who type. */
export function prompt(chosen: string[], told: string, turn: number): string {
  const [card, ...cells] = chosen;
  if (card === undefined && told.startsWith("None")) return told;
  if (card === undefined)
    return turn === 0 ? "The longest path in your colour and white wins: choose a card." : "Choose a card.";
  if (card === "skip") return "You lay no more pieces in this game: is that what you want?";
  if (chosen.includes(":")) {
    const cell = /piece on ([a-m]\d+)/.exec(told)?.[1];
    return cell === undefined ? "Lay these pieces, or choose again." : `Choose the piece for ${cell}.`;
  }
  if (card === "flip" && cells.length === 0) return "Choose a neighbour's piece: it turns to white.";
  if (card === "flip" && cells.length === 1) return "Choose the cell beside it for a piece of yours.";
  if (cells.length > 0)
    return hasFingers ? "Lay it here, or tap elsewhere." : "Click it again to lay it, or elsewhere to move it.";
  if (card.endsWith("*")) return "Lay it over others' pieces: they turn to white.";
  return hasFingers ? "Tap where it joins your pieces." : "Lay it so that it joins your pieces.";
}
