// Who may do what at a table: a player with a token, an invited guest, somebody who is late, a stranger.
import type { Links, TableOut } from "../api";
import { getState, getTable, Refused } from "../rest";
import { forget, forgetTokens, knownTable, remember } from "../settings.svelte";

export type Access =
  /** At the table, with these tokens; none: to watch. */
  | { as: "player"; tokens: string[]; table: TableOut | null }
  /** Invited: asks for a name. */
  | { as: "guest"; invitation: string; table: TableOut }
  | { as: "late"; table: TableOut }
  | { as: "stranger"; problem: "wrong_seat" | "no_table" | "offline"; sentence: string };

const stranger = (problem: "wrong_seat" | "no_table" | "offline", cause: unknown): Access => ({
  as: "stranger",
  problem,
  sentence: cause instanceof Error ? cause.message : "",
});

const isAbout = (cause: unknown, ...codes: string[]): boolean => cause instanceof Refused && codes.includes(cause.code);

/** Addresses to send on, as the server would write them. */
export function linksFrom(id: string, invitation: string, place: Location = location): Links {
  const watch = `${place.origin}/table/${id}`;
  const only_here = ["localhost", "127.0.0.1", "[::1]"].includes(place.hostname);
  return { join: `${watch}#join=${invitation}`, watch, only_here };
}

/** A link with which the seats at this screen can be played at another. */
export const seatLink = (id: string, tokens: string[], place: Location = location): string =>
  `${place.origin}/table/${id}#${tokens.map((token) => `seat=${encodeURIComponent(token)}`).join("&")}`;

export async function accessTo(id: string, fragment: URLSearchParams): Promise<Access> {
  const given = fragment.getAll("seat").filter((token) => token !== "");
  const known = knownTable(id)?.tokens ?? [];
  let table: TableOut;
  try {
    table = await getTable(id);
  } catch (cause) {
    if (isAbout(cause, "unknown_table")) {
      forget(id);
      return stranger("no_table", cause);
    }
    if (isAbout(cause, "bad_request")) return stranger("no_table", cause);
    return known.length > 0 || given.length === 0
      ? { as: "player", tokens: known, table: null } // the socket keeps trying
      : stranger("offline", cause);
  }
  if (given.length > 0) {
    try {
      for (const token of given) await getState(id, token);
    } catch (cause) {
      return stranger(isAbout(cause, "bad_token") ? "wrong_seat" : "offline", cause);
    }
    return { as: "player", tokens: remember({ id, game: table.game, tokens: given }).tokens, table };
  }
  if (known.length > 0) {
    remember({ id, game: table.game, tokens: known });
    return { as: "player", tokens: known, table };
  }
  const invitation = fragment.get("join");
  if (invitation === null) return { as: "player", tokens: [], table };
  const isFull = table.seats.every((seat) => seat.kind !== "open");
  return isFull ? { as: "late", table } : { as: "guest", invitation, table };
}

/** The tokens that still open a seat; the others are forgotten. None if the server cannot tell at the moment. */
export async function tokensThatOpen(id: string, tokens: string[]): Promise<string[]> {
  const isBad = (token: string): Promise<boolean> =>
    getState(id, token).then(
      () => false,
      (cause: unknown) => isAbout(cause, "bad_token"),
    );
  const answers = await Promise.all(tokens.map(isBad));
  const bad = tokens.filter((_, k) => answers[k]);
  if (bad.length === 0) return [];
  forgetTokens(id, bad);
  return tokens.filter((token) => !bad.includes(token));
}
