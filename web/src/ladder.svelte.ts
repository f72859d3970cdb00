// The level of the bots on the Play button, by game, and what the latest results against it suggest.
import { inOrder, gentlest } from "./bots";
import { store, stored } from "./settings.svelte";

export type Result = "won" | "lost" | "drawn";

/** Another level to try next: a harder one after a win, an easier one after two losses in a row. */
export interface Step {
  level: string;
  isHarder: boolean;
}

interface Rung {
  level?: string;
  /** Losses in a row. */
  lost: number;
  /** The matches that were counted, latest first, each with the step that it suggested. */
  counted: { match: string; step: Step | null }[];
}

const LOSSES = 2; // in a row, after which an easier level is suggested
const MOST = 50; // matches that are remembered as counted

const ladder: Record<string, Rung> = $state(stored<Record<string, Rung>>("ladder", {}));

const rungOf = (game: string): Rung => (ladder[game] ??= { lost: 0, counted: [] });

/** The levels among a game's bots, from gentle to strong. */
export const levelsOf = (bots: string[]): string[] => inOrder(bots).filter((name) => /^\d+$/.test(name));

/** The bot to play against: the one chosen last, at first the gentlest. */
export function levelFor(game: string, bots: string[]): string | undefined {
  const chosen = ladder[game]?.level;
  return chosen !== undefined && bots.includes(chosen) ? chosen : gentlest(bots);
}

export function chooseLevel(game: string, level: string): void {
  const rung = rungOf(game);
  if (rung.level !== level) rung.lost = 0;
  rung.level = level;
  store("ladder", $state.snapshot(ladder));
}

/** Count the result of a match against bots of one level, once, and return what it suggests. */
export function stepAfter(game: string, bots: string[], match: string, level: string, result: Result): Step | null {
  const rung = rungOf(game);
  const known = rung.counted.find((one) => one.match === match);
  if (known !== undefined) return known.step;
  rung.lost = result === "lost" ? rung.lost + 1 : 0;
  const levels = levelsOf(bots);
  const place = levels.indexOf(level);
  const other = result === "won" ? levels[place + 1] : rung.lost >= LOSSES ? levels[place - 1] : undefined;
  const step = place < 0 || other === undefined ? null : { level: other, isHarder: result === "won" };
  rung.counted = [{ match, step }, ...rung.counted].slice(0, MOST);
  store("ladder", $state.snapshot(ladder));
  return step;
}
