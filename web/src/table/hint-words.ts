// A hint in words, for everyone: what the board draws, said once more.
import type { Hint } from "../api";
import { message, say, textOf } from "../message";
import type { Phrase } from "./sentences";

const FOLLOWING = 3; // moves of a line that are told

/** What a step of a hint says. */
export function hintText(hint: Hint, words: Phrase | null): string {
  if (hint.move === null) return whereText(hint.cells);
  const move = words === null ? hint.move : words(hint.move);
  const first = say("A strong bot {move}.", { move: words === null ? say("plays {move}", { move }) : move });
  return hint.step === "line" ? [first, lineText(hint.line.slice(1)), worthText(hint)].filter(Boolean).join(" ") : first;
}

const whereText = (cells: string[]): string =>
  cells.length > 0 ? say("Look at what is marked: {cells:, and}.", { cells }) : say("Ask once more to see a move.");

const lineText = (line: string[]): string =>
  line.length > 0 ? say("Then perhaps {line:,}.", { line: line.slice(0, FOLLOWING) }) : "";

/** What the move gains over the one being considered; without one, what it is worth. */
function worthText({ move, considered, value, points, gain, gain_error, gain_points }: Hint): string {
  if (value === null) return "";
  const percent = (part: number): number => Math.round(100 * part);
  if (considered === null || gain === null)
    return points === null
      ? say("It gives you a chance of {value}%.", { value: percent(value) })
      : say("Expected score: {points}.", { points: Math.round(points) });
  if (considered === move) return say("It is your move, too.");
  const error = gain_error ?? 0;
  if (gain <= 2 * error || percent(gain) === 0) return say("Your move is about as good.");
  const isSure = percent(2 * error) === 0;
  const more = { gain: percent(gain), error: percent(2 * error) };
  const wins = isSure ? message("It wins {gain}% more often than your move", more) : message("It wins {gain}% (± {error}) more often than your move", more);
  if (gain_points === null || Math.round(gain_points) < 1) return say("{clause}.", { clause: textOf(wins) });
  return say("{wins}, with a score that is higher by {points}.", { wins, points: Math.round(gain_points) });
}
