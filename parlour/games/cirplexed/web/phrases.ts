// Cirplexed! in words: moves in the list of moves, and what the page asks for.
import type { CirplexedStep, Message } from "$web/api";
import { message, say } from "$web/message";
import { coloursOf, turned } from "./colours";

export { terms } from "./terms";

/** A move as a phrase that follows the name of the player: the colours as they would lie, clockwise from the top left. */
export default function phrase(text: string): string {
  const [tile = "", cell, turn = "r0"] = text.split(" ");
  if (cell === undefined) return text;
  return say("lays {colours:,} at {cell}", { colours: coloursOf(turned(tile, Number(turn.slice(1)))), cell });
}

/** A picture of the tile stands beside it. */
export function brief(text: string): string {
  const cell = text.split(" ")[1];
  return cell === undefined ? text : say("at {cell}", { cell });
}

/** The page shows tiles instead of naming them. */
export function prompt(step: CirplexedStep, hasTouch: boolean): Message {
  if (step.kind === "confirm") return promptOfWhole([], hasTouch);
  if (step.kind === "choose-tile" && step.is_bag_empty)
    return step.tiles.length > 1
      ? message("The bag is empty: place both tiles, one after the other.")
      : message("Now your other tile.");
  return step.is_first
    ? message("Four quarters of one colour make a circle: place a tile.")
    : message("Place one of your two tiles beside another.");
}

export const promptOfWhole = (_words: string[], hasTouch: boolean): Message =>
  hasTouch
    ? message("Turn it, move it, or press Done.")
    : message("Turn it, move it, or click it again to lay it.");
