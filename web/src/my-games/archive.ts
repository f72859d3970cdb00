// All games as one file, and back: a zip of records, which `parlour import` and `parlour replay` read as well.
import { getPosition, Refused } from "../rest";
import { keep, keptRecord, listKept } from "./database";
import { keptFrom, type KeptGame, mineAmong } from "./kept-game";
import { factsOf, hashOf, isRecord } from "./record-facts";
import { say } from "../message";
import { BadZip, type Entry, unzipped, zipOf } from "./zip";

const INDEX = "my-games.json"; // what records do not say: which seats were mine, where and when it was played

interface Index {
  parlour: 1;
  games: ({ file: string } & Pick<KeptGame, "table" | "match" | "mine" | "ended">)[];
}

/** `GAME-2026-11-19-1a2b3c.txt`; the hash makes it unique. */
const fileOf = ({ game, ended, hash }: KeptGame): string => `${game}-${new Date(ended).toISOString().slice(0, 10)}-${hash}.txt`;

export async function archived(games: KeptGame[]): Promise<Blob> {
  const entries: Entry[] = [];
  const index: Index = { parlour: 1, games: [] };
  for (const kept of games) {
    const text = await keptRecord(kept.id);
    if (text === null) continue;
    const { table, match, mine, ended } = kept;
    entries.push({ name: fileOf(kept), text });
    index.games.push({ file: fileOf(kept), table, match, mine, ended });
  }
  return zipOf([...entries, { name: INDEX, text: JSON.stringify(index, null, 1) }]);
}

// -- reading ------------------------------------------------------------------------------------------------------------

/** What an import did. */
export interface Imported {
  added: number;
  /** These are here already. */
  known: number;
  /** Files that could not be added, each with the reason. */
  refused: { file: string; reason: string }[];
}

/** Records from files: zips of a browser or of a server, or single records. */
export async function imported(files: File[], name: string, onprogress: (done: number, of: number) => void): Promise<Imported> {
  const told: Imported = { added: 0, known: 0, refused: [] };
  const entries: Entry[] = [];
  for (const file of files) {
    try {
      entries.push(...(await entriesOf(file)));
    } catch (cause) {
      if (!(cause instanceof BadZip)) throw cause;
      told.refused.push({ file: file.name, reason: say("This is neither a zip of records nor a record.") });
    }
  }
  const index = indexIn(entries);
  const records = entries.filter((entry) => !entry.name.endsWith(".json"));
  if (records.length === 0 && told.refused.length === 0)
    for (const file of files) told.refused.push({ file: file.name, reason: say("There are no records in it.") });
  const hashes = new Set((await listKept()).map(({ hash }) => hash));
  for (const [k, { name: file, text }] of records.entries()) {
    onprogress(k, records.length);
    if (hashes.has(hashOf(text))) {
      told.known += 1;
      continue;
    }
    try {
      await patiently(() => add(text, index.find((one) => one.file === file), name));
      hashes.add(hashOf(text));
      told.added += 1;
    } catch (cause) {
      if (cause instanceof Refused && cause.code === "offline") throw cause;
      told.refused.push({ file, reason: cause instanceof Error ? cause.message : "" });
    }
  }
  return told;
}

const PAUSE = 2_000; // milliseconds after which the server is asked again when it was asked too often

/** Do this, however long the server lets it wait: a large archive is more than it checks at once. */
async function patiently(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (cause) {
      if (!(cause instanceof Refused) || cause.code !== "too_fast") throw cause;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}

async function entriesOf(file: File): Promise<Entry[]> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = bytes.length < 1 << 20 ? new TextDecoder().decode(bytes) : "";
  if (isRecord(text)) return [{ name: file.name, text }];
  return unzipped(bytes, (name) => name === INDEX || (/\.(txt|record)$/.test(name) && !name.startsWith("__MACOSX/")));
}

function indexIn(entries: Entry[]): Index["games"] {
  try {
    const told = JSON.parse(entries.find(({ name }) => name === INDEX)?.text ?? "{}") as Partial<Index>;
    return Array.isArray(told.games) ? told.games : [];
  } catch {
    return [];
  }
}

/** Let the server check a record and say its result, and keep it. */
async function add(record: string, known: Index["games"][number] | undefined, name: string): Promise<void> {
  const facts = factsOf(record);
  if (facts === null) throw new Error(say("This is not a record."));
  if (facts.outcome === null) throw new Error(say("The game was not finished."));
  const isSeat = (seat: unknown): seat is number => Number.isInteger(seat) && facts.seats[seat as number] !== undefined;
  const mine = Array.isArray(known?.mine) ? known.mine.filter(isSeat) : mineAmong(facts.seats, name);
  const { view } = await getPosition({ record, ply: facts.moves, seat: mine[0] ?? 0 });
  const isHere = typeof known?.table === "string" && /^[a-z0-9]{16}$/.test(known.table) && Number.isInteger(known.match);
  const kept = keptFrom(record, {
    table: isHere ? known.table : null,
    match: isHere ? known.match : 1,
    mine,
    ended: Number.isFinite(known?.ended) ? known!.ended : null,
    verdict: view.verdict,
  });
  if (kept !== null) await keep(kept, record);
}
