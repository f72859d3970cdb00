// Träxx in words: moves in the list of moves, and what the page asks for.
import type { Message, TraxxStep } from "$web/api";
import { message, say } from "$web/message";

export { terms } from "./terms";

/** A move as a phrase that follows the name of the player. */
export default function phrase(text: string): string {
  const [end = "", ...fields] = text.split(" ");
  if (text === "pass") return say("passes");
  return fields.length > 1
    ? say("draws from {end} over {fields:, and}", { end, fields })
    : say("draws from {end} to {field}", { end, field: fields[0] ?? "" });
}

/** A picture of the card and the stroke stands beside it. */
export function brief(text: string): string {
  const [end = "", ...fields] = text.split(" ");
  return text === "pass" ? say("passes") : say("from {end} to {field}", { end, field: fields.at(-1) ?? "" });
}

/** The page shows the card and the ends of the line instead of naming them. */
export function prompt(step: TraxxStep): Message {
  switch (step.kind) {
    case "pass":
      return message("You draw nothing in this round: is that what you want?");
    case "used-up":
      return message("The card is used up: press Done.");
    case "draw-on":
      return step.can_stop
        ? message("Continue in a colour left on the card, or press Done.")
        : message("Continue to a field beside it, in a colour of the card.");
    case "draw":
      return step.is_first
        ? message("Draw over as many fields as you can: each one left costs a point.")
        : message("Draw on from an end of your line, or pass.");
  }
}
