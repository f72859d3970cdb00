// The rules of the games, made into HTML at build time (plugins/rules.ts) and fetched when they are opened.

export interface Rules {
  title: string;
  html: string;
}

const rules = import.meta.glob<{ default: Rules }>("../../parlour/games/*/RULES.md");

/** A game's rules, or null where it brings none. */
export async function rulesOf(game: string): Promise<Rules | null> {
  return (await rules[`../../parlour/games/${game}/RULES.md`]?.())?.default ?? null;
}
