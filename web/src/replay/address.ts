// The part of an address after #: the position, from where it is seen, and perhaps the record itself.
import type { Wanted } from "./source";

export interface Spot {
  ply: number;
  wanted: Wanted;
  /** A record to show without a table. */
  record: string | null;
  /** The same by its name in this browser's list of games. */
  kept: string | null;
  /** Is the review open? */
  isReviewed: boolean;
}

/** `12`, `12&seat=0`, `record=...`, `record=...&ply=12`, `kept=ID&ply=12`, each perhaps with `&review`. */
export function spotOf(fragment: string): Spot {
  const [first = ""] = fragment.split("&", 1);
  const told = new URLSearchParams(fragment);
  const ply = /^\d{1,5}$/.test(first) ? first : (told.get("ply") ?? "");
  const seat = told.get("seat") ?? "";
  const wanted = seat === "all" || seat === "spectator" ? seat : /^\d{1,2}$/.test(seat) ? Number(seat) : null;
  return { ply: /^\d{1,5}$/.test(ply) ? Number(ply) : 0, wanted, record: told.get("record"), kept: told.get("kept"), isReviewed: told.has("review") };
}

/** The inverse; a record is left as it is written in the fragment. */
export function fragmentOf({ ply, wanted, isReviewed }: Omit<Spot, "record" | "kept">, fragment = ""): string {
  const record = fragment.split("&").find((part) => /^(record|kept)=/.test(part));
  const place = record === undefined ? String(ply) : `${record}&ply=${ply}`;
  return place + (wanted === null ? "" : `&seat=${wanted}`) + (isReviewed ? "&review" : "");
}
