// Finished games are kept when they end, or when this browser hears of it.
import type { State } from "../board-kit/board";
import { getRecord, getState, Refused } from "../rest";
import { type KnownTable, knownTables, markOver } from "../settings.svelte";
import { getKept, keep } from "./database";
import { keptFrom } from "./kept-game";

/** Keep the match in this state, which is over; `mine` are the seats at this screen. */
export async function keepMatch(table: string, state: State, mine: number[]): Promise<void> {
  const { match, view } = state;
  const record = await getRecord(table, match);
  const before = await getKept(`${table}/${match}`);
  const game = keptFrom(record, { table, match, mine, ended: before?.ended ?? null, verdict: view.verdict });
  if (game === null) return;
  if (before === null) game.ended = Date.now(); // a record has no time of day
  else game.seats = before.seats; // who played at the end: a seat may be taken back afterwards
  await keep(game, record);
  markOver(table, match);
}

const TOGETHER = 4; // tables that are asked about at the same time

/** Keep what has ended at tables that this browser has not seen since; returns whether anything was. */
export async function keepEnded(): Promise<boolean> {
  const left = knownTables().filter((table) => table.tokens.length > 0 && table.over === undefined);
  let found = false;
  const work = async (): Promise<void> => {
    for (let table = left.shift(); table !== undefined; table = left.shift()) found = (await keepIfOver(table)) || found;
  };
  await Promise.all(Array.from({ length: TOGETHER }, work));
  return found;
}

async function keepIfOver({ id, tokens }: KnownTable): Promise<boolean> {
  try {
    const states = await Promise.all(tokens.map((token) => getState(id, token)));
    const [state] = states;
    if (state === undefined || state.status !== "over") return false;
    await keepMatch(id, state, [...new Set(states.flatMap(({ seat }) => (seat === null ? [] : [seat])))]);
    return true;
  } catch (cause) {
    if (cause instanceof Refused) return false; // gone, or not now
    throw cause;
  }
}
