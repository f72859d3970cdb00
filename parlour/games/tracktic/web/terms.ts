// The words of this game that are explained where they stand.
import type { Term } from "$web/board-kit/terms";
import { message } from "$web/message";

export const TOKEN: Term = {
  words: [message("token"), message("tokens")],
  meaning: message(
    "You have two tokens for the whole game. Spend one with a pattern card, and the pattern may cover opponents' pieces, which turn to white.",
  ),
  rule: "K15",
};

export const terms: Term[] = [TOKEN];
