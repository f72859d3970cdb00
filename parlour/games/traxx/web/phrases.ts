// Moves in words: for the list of moves, and for who makes one.

const listed = (fields: string[]): string =>
  fields.length < 2 ? fields.join("") : `${fields.slice(0, -1).join(", ")} and ${fields.at(-1)}`;

/** A move as a phrase that follows the name of who made it. */
export default function words(text: string): string {
  const [end, ...fields] = text.split(" ");
  return text === "pass" ? "passes" : `draws from ${end} ${fields.length > 1 ? "over" : "to"} ${listed(fields)}`;
}

/** On the page the card and the ends of the line are seen, not named. */
export function prompt(chosen: string[], told: string, turn: number): string {
  if (told === "") return "";
  if (chosen[0] === "pass") return "You draw nothing in this round: is that what you want?";
  if (chosen.length > 1)
    return told.startsWith("Every patch")
      ? "The card is used up: press Done."
      : "Go on in a colour left on the card, or press Done.";
  if (chosen.length === 1) return "Go on to a field beside it, in a colour of the card.";
  if (turn === 0) return "Draw over as many fields as you can: each one left costs a point.";
  return "Draw on from an end of your line, or pass.";
}
