// The words of this game that are explained where they stand.
import type { Term } from "$web/board-kit/terms";
import { message } from "$web/message";

export const HALF: Term = {
  words: [message("half")],
  meaning: message(
    "A number scores in full if no other seat reached it in an earlier round, otherwise half of it, rounded up. Alone, half if you have reached a higher number before.",
  ),
  rule: "T11",
};

export const terms: Term[] = [HALF];
