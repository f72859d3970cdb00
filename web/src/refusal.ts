// Why something did not work, as a sentence: the server words its refusals as clauses, so that other sentences may contain them.
import { capitalized } from "./board-kit/capital";
import { say } from "./message";

export function refusalText(cause: unknown): string {
  if (!(cause instanceof Error) || cause.message === "") return say("That did not work.");
  const clause = capitalized(cause.message);
  return /[.?!…]$/.test(clause) ? clause : say("{clause}.", { clause });
}
