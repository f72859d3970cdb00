// Tracktic in words: moves in the list of moves, and what the page asks for.
import type { Message, TrackticStep } from "$web/api";
import { message, say } from "$web/message";

export { terms } from "./terms";

/** A move as a phrase that follows the name of the player. */
export default function phrase(text: string): string {
  if (text === "skip") return say("skips for the rest of the game");
  const [short = "", chosen] = text.split(" : ");
  const [first = "", ...cells] = short.split(" ");
  if (first === "flip") return say("turns {turned} to white and lays {laid}", { turned: cells[0] ?? "", laid: cells[1] ?? "" });
  const args = { card: first.replace("*", ""), cells };
  if (chosen === undefined)
    return first.endsWith("*") ? say("lays {card} on {cells} with a token", args) : say("lays {card} on {cells}", args);
  return first.endsWith("*")
    ? say("lays {card} on {cells} with a token, with hand-picked pieces", args)
    : say("lays {card} on {cells}, with hand-picked pieces", args);
}

/** A picture of the pattern stands beside it. */
export function brief(text: string): string {
  if (text === "skip") return phrase(text);
  const [first = "", ...cells] = text.split(" : ")[0]!.split(" ");
  if (first === "flip") return say("flips {turned}, on {laid}", { turned: cells[0] ?? "", laid: cells[1] ?? "" });
  return first.endsWith("*") ? say("on {cells}, with a token", { cells }) : say("on {cells}", { cells });
}

/** What to do now, for people who see the cards and pieces and place them by hand. */
export function prompt(step: TrackticStep, hasTouch: boolean): Message {
  switch (step.kind) {
    case "must-skip":
      return message("None of the cards can be played: skip for the rest of the game.");
    case "choose-card":
      return step.is_first
        ? message("The longest path in your colour and white wins: choose a card.")
        : message("Choose a card.");
    case "confirm-skip":
      return skipping();
    case "turn-piece":
      return message("Choose a neighbour's piece: it turns to white.");
    case "lay-beside":
      return message("Choose the cell beside it for a piece of yours.");
    case "choose-piece":
      return message("Choose the piece for {cell}.", { cell: step.cell });
    case "lay":
      if (step.spends_token) return message("This spends a token: lay it over others' pieces, which turn to white.");
      return hasTouch ? message("Tap where it joins your pieces.") : message("Lay it so that it joins your pieces.");
    case "confirm":
      return step.is_chosen ? chosen() : laid(hasTouch);
    case "lay-on":
      return laid(hasTouch);
  }
}

export function promptOfWhole(words: string[], hasTouch: boolean): Message {
  if (words[0] === "skip") return skipping();
  return words.includes(":") ? chosen() : laid(hasTouch);
}

const skipping = (): Message => message("You skip for the rest of the game and lay no more pieces: is that what you want?");
const chosen = (): Message => message("Lay these pieces, or choose again.");
const laid = (hasTouch: boolean): Message =>
  hasTouch
    ? message("Lay it here, or tap elsewhere.")
    : message("Click it again to lay it, or elsewhere to move it.");
