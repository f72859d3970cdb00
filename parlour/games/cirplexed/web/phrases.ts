// A move of Cirplexed! in words: what stands behind the player's name, and what the page asks for.
import { coloursOf } from "./colours";

export default function phrase(text: string): string {
  const [tile, cell] = text.split(" ");
  return cell === undefined ? text : `lays ${coloursOf(tile ?? "").join(", ")} at ${cell}`;
}

/** Is a finger the usual pointer here? */
export const hasFingers = typeof matchMedia !== "undefined" && matchMedia("(pointer: coarse)").matches;

/** On the page tiles are seen, not named. */
export function prompt(words: string[], told: string, turn: number): string {
  if (words.length === 3)
    return hasFingers ? "Turn it, move it, or press Done." : "Turn it, move it, or click it again to lay it.";
  if (told.startsWith("The bag is empty: ")) return "The bag is empty: place both tiles, one after the other.";
  if (told.startsWith("The bag is empty, ")) return "Now your other tile.";
  if (told !== "" && turn === 0) return "Four quarters of one colour make a circle: place a tile.";
  return told === "" ? "" : "Place one of your two tiles beside another.";
}
