// Exago in words: moves in the list of moves, and what the page asks for.
import type { ExagoBlockStep, ExagoStep, Message } from "$web/api";
import { capitalized } from "$web/board-kit/capital";
import { message, say } from "$web/message";

export { terms } from "./terms";

/** A move as a phrase that follows the name of the player. */
export default function phrase(text: string): string {
  const [first = "", second = "", third] = text.split(" ");
  if (text === "pass") return say("passes");
  if (second === "") return say("plays {cell}", { cell: first });
  if (third === undefined) return say("moves {lift} to {target}", { lift: first, target: second });
  return say("moves {lift} to {target}, the group of {group} stays", { lift: first, target: third, group: second });
}

/** A picture of the tile stands beside it. */
export function brief(text: string): string {
  const words = text.split(" ");
  if (text === "pass") return say("passes");
  return words.length === 1 ? say("on {cell}", { cell: text }) : say("from {lift} to {target}", { lift: words[0]!, target: words.at(-1)! });
}

/** On a page, groups are clicked, not named, and what goes home is visible. */
export function prompt(step: ExagoStep): Message {
  switch (step.kind) {
    case "pass":
      return message("You can neither place nor move a tile: pass.");
    case "place-first":
      return message("Line up {line} of your tiles to win. The first tile goes on the centre.", { line: step.line });
    case "place":
      return step.can_lift
        ? message("Place a tile beside another, or lift one of yours.")
        : message("Place a tile beside another.");
    case "lift":
      return message("Your hand is empty: lift one of your tiles.");
    case "block":
      return block(step);
    case "choose-group": {
      const { lift, target } = step;
      return target === null
        ? message("Lifting {lift} leaves equal groups: choose the one that stays.", { lift })
        : message("Moving {lift} to {target} leaves equal groups: choose the one that stays.", { lift, target });
    }
    case "put":
      if (step.home.length > 0) return message("Put it on a marked cell. The pale tiles go home.");
      return step.regroups
        ? message("Put it on an empty cell beside a tile that stays; then only the largest group stays.")
        : message("Put it on an empty cell beside a tile that stays.");
  }
}

/** X16: who could win next. */
function block({ threats: [first = "", ...others], unstoppable, block }: ExagoBlockStep): Message {
  const threats = [capitalized(first), ...others];
  if (block === null)
    return others.length === 0
      ? message("{threats:and} could win next, and no move of yours stops it.", { threats })
      : message("{threats:and} could win next, and no move of yours stops one of them.", { threats });
  if (unstoppable.length === 0)
    return message("{threats:and} could win next: you must block {block} (X16).", { threats, block });
  return message("{threats:and} could win next; {unstoppable:and} cannot be stopped: you must block {block} (X16).", {
    threats,
    unstoppable,
    block,
  });
}
