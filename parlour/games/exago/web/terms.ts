// The words of this game that are explained where they stand.
import type { Term } from "$web/board-kit/terms";
import { message } from "$web/message";

export const HOME: Term = {
  words: [message("home")],
  meaning: message(
    "A tile is home when it is back in the hand of its owner. Tiles go home that a lift cuts off from the largest group.",
  ),
  rule: "X12",
};

export const terms: Term[] = [HOME];
