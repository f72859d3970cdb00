// Who sits where at a table that is being set up, and what that is in a request.
import type { GameOut, NewTable } from "../api";
import { gentlest, usualStandIn } from "../bots";
import { say, sayCount } from "../message";

export type Who = "me" | "guest" | "open" | "bot";

/** One seat of the form; name and bot are kept when `who` changes, so that nothing typed is lost. */
export interface SeatChoice {
  who: Who;
  name: string;
  bot: string;
}

export const NAME_LENGTH = 24; // as the server has it

/** `2–6 players`, `1, 2 or 4 players`. */
export function playersText(players: number[]): string {
  const [first, last] = [players[0] ?? 0, players.at(-1) ?? 0];
  const isSpan = players.length > 2 && last - first === players.length - 1;
  if (isSpan) return say("{first}–{last} players", { first, last });
  if (players.length > 1) return say("{counts:, or} players", { counts: players.map(String) });
  return sayCount(first, "{count} player", "{count} players");
}

/** How many seats a quick game has: two where two can play. */
export const quickPlayers = (players: number[]): number =>
  players.includes(2) ? 2 : (players.find((count) => count > 2) ?? players[0] ?? 1);

/** A table against bots, gentle ones unless another is named, to be played right away. */
export function quickTable(game: GameOut, name: string, bot = gentlest(game.bots)): NewTable {
  const others = bot === undefined ? 0 : quickPlayers(game.players) - 1;
  return {
    game: game.name,
    public: false,
    stand_in: usualStandIn(game.bots),
    seats: [me(name), ...Array.from({ length: others }, () => ({ who: "bot" as const, bot: bot! }))],
  };
}

/** A new form: me, a friend by link, and gentle bots where there are more. */
export function usualSeats(game: GameOut, name: string): SeatChoice[] {
  const bot = gentlest(game.bots) ?? "";
  const most = Math.max(...game.players);
  return Array.from({ length: most }, (_, seat) => ({
    who: seat === 0 ? "me" : seat === 1 || bot === "" ? "open" : "bot",
    name: seat === 0 ? name : "",
    bot,
  }));
}

export function wantedSeats(choices: SeatChoice[]): NewTable["seats"] {
  return choices.map(({ who, name, bot }) =>
    who === "bot" ? { who, bot } : who === "open" ? { who } : me(name),
  );
}

const me = (name: string): NewTable["seats"][number] => {
  const tidy = name.trim().replaceAll(/\s+/g, " ").slice(0, NAME_LENGTH);
  return tidy === "" ? { who: "me" } : { who: "me", name: tidy };
};
