// The words of this game that are explained where they stand.
import type { Term } from "$web/board-kit/terms";
import { message } from "$web/message";

export const SPOILS: Term = {
  words: [message("spoils"), message("spoiled")],
  meaning: message(
    "A circle is spoiled when quarters of different colours meet at its point: it can no longer be completed there.",
  ),
  rule: "C9",
};

export const terms: Term[] = [SPOILS];
