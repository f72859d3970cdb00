// Where the replay of a kept game is: at its table, as long as the server has it, or else with its record.
import type { KeptGame } from "./kept-game";

/** The replay falls back on the record kept here if the table is gone. */
export function replayAddress({ id, table, match }: KeptGame, { isReviewed = false } = {}): string {
  const end = isReviewed ? "&review" : "";
  return table === null ? `/replay#kept=${encodeURIComponent(id)}&ply=0${end}` : `/game/${table}/${match}#0${end}`;
}
