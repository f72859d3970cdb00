// Where a replay comes from: a match of a table, or a record.
import type { Replay } from "../api";
import { say } from "../message";
import { call, Refused } from "../rest";

/** Who looks: a seat, a spectator, or whoever sees everything; null: the most that may be seen. */
export type Wanted = number | "all" | "spectator" | null;

export type Source = (wanted: Wanted) => Promise<Replay>;

/** A match of a table. While it is on, `tokens` open what their seats have seen. */
export function ofTable(id: string, match: number, tokens: string[]): Source {
  const path = `/tables/${encodeURIComponent(id)}/matches/${match}/replay`;
  const asking = (wanted: Wanted, token?: string): Promise<Replay> =>
    call("GET", wanted === null ? path : `${path}?seat=${wanted}`, undefined, token);
  return async (wanted) => {
    for (const token of wanted === "spectator" || wanted === "all" ? [] : tokens) {
      try {
        return await asking(wanted, token);
      } catch (cause) {
        if (!(cause instanceof Refused) || cause.code !== "bad_token") throw cause; // else it is another seat's token
      }
    }
    return asking(wanted);
  };
}

const GONE = ["unknown_table", "no_such_match"];

/** The same, or where the server has it no longer, from the record that this browser keeps: then `ongone` hears of it. */
export const orKept =
  (source: Source, kept: string, ongone: () => void): Source =>
  async (wanted) => {
    try {
      return await source(wanted);
    } catch (cause) {
      if (!(cause instanceof Refused) || !GONE.includes(cause.code)) throw cause;
      const record = await recordKept(kept);
      if (record === null) throw cause;
      ongone();
      return ofRecord(record)(wanted);
    }
  };

/** A record that this browser keeps. */
export const ofKept =
  (kept: string): Source =>
  async (wanted) => {
    const record = await recordKept(kept);
    if (record === null) throw new Refused("not_kept", say("This browser does not keep that game any more."));
    return ofRecord(record)(wanted);
  };

const recordKept = (kept: string): Promise<string | null> =>
  import("../my-games/database").then(({ keptRecord }) => keptRecord(kept)).catch(() => null);

/** A record as text, of this server or from elsewhere. */
export const ofRecord =
  (record: string): Source =>
  (wanted) =>
    call("POST", "/replay", { record, viewpoint: wanted });

/** The viewpoint of a replay as one would ask for it. */
export const wantedOf = ({ viewpoint }: Replay): Wanted => viewpoint ?? "spectator";
