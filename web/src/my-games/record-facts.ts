// What the lines of a record say about a finished match; the format is in docs/records.md.
import type { Outcome } from "../api";

export interface RecordSeat {
  kind: "person" | "bot";
  name: string;
  /** Who plays it, if that is a bot; at a person's seat, only while it stands in. */
  bot: string | null;
  resigned: boolean;
}

export interface RecordFacts {
  game: string;
  seats: RecordSeat[];
  moves: number;
  /** Milliseconds since 1970, if it has a date. */
  date: number | null;
  /** null if the match was not finished. */
  outcome: Outcome | null;
}

/** Is this the beginning of a record? */
export const isRecord = (text: string): boolean => text.startsWith("parlour ");

/** The facts in a record, or null if it is not one; only the server checks the moves. */
export function factsOf(text: string): RecordFacts | null {
  if (!isRecord(text)) return null;
  const lines = text.split("\n");
  const start = lines.indexOf("moves");
  if (start < 0) return null;
  const header = new Map(lines.slice(0, start).map((line) => [line.split(" ", 1)[0]!, line.slice(line.indexOf(" ") + 1)]));
  const after = lines.slice(start + 1);
  const result = after.find((line) => line.startsWith("result "))?.slice("result ".length);
  try {
    const read = (word: string): unknown => (header.has(word) ? JSON.parse(header.get(word)!) : undefined);
    const names = read("names") as string[];
    const kinds = (read("seats") ?? []) as { kind: "person" | "bot"; bot?: string }[];
    const told = result === undefined ? null : (JSON.parse(result) as Outcome & { resigned?: [number, number][] });
    const date = read("date");
    return {
      game: header.get("game")!,
      seats: names.map((name, seat) => ({
        kind: kinds[seat]?.kind ?? "person",
        name,
        bot: kinds[seat]?.bot ?? null,
        resigned: told?.resigned?.some(([gone]) => gone === seat) ?? false,
      })),
      moves: after.filter((line) => /^\d+ /.test(line)).length,
      date: typeof date === "string" ? Date.parse(date) || null : null,
      outcome: told,
    };
  } catch {
    return null;
  }
}

/** A short hash of a text, to recognise a record: cyrb53, since SubtleCrypto is missing where the page is not served over https. */
export function hashOf(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let k = 0; k < text.length; k++) {
    const code = text.charCodeAt(k);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
}
