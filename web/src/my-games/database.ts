// Finished games in this browser's database: a list of facts, and the records beside it, which are larger.
import { say } from "../message";
import type { KeptGame } from "./kept-game";

const [NAME, VERSION] = ["parlour", 1];
const [GAMES, RECORDS] = ["games", "records"];

let opened: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(GAMES, { keyPath: "id" });
      request.result.createObjectStore(RECORDS);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error(say("This browser keeps nothing for this page.")));
  });
  opened.catch(() => (opened = null)); // try again the next time
  return opened;
}

const answer = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error());
  });

const done = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error());
  });

/** All games, latest first. */
export async function listKept(): Promise<KeptGame[]> {
  const games = await answer((await database()).transaction(GAMES).objectStore(GAMES).getAll() as IDBRequest<KeptGame[]>);
  return games.sort((a, b) => b.ended - a.ended);
}

export async function getKept(id: string): Promise<KeptGame | null> {
  return (await answer((await database()).transaction(GAMES).objectStore(GAMES).get(id) as IDBRequest<KeptGame | undefined>)) ?? null;
}

/** The record of a game, or null. */
export async function keptRecord(id: string): Promise<string | null> {
  const found = (await database()).transaction(RECORDS).objectStore(RECORDS).get(id) as IDBRequest<string | undefined>;
  return (await answer(found)) ?? null;
}

export async function keep(game: KeptGame, record: string): Promise<void> {
  const transaction = (await database()).transaction([GAMES, RECORDS], "readwrite");
  transaction.objectStore(GAMES).put(game);
  transaction.objectStore(RECORDS).put(record, game.id);
  await done(transaction);
}

export async function drop(id: string): Promise<void> {
  const transaction = (await database()).transaction([GAMES, RECORDS], "readwrite");
  transaction.objectStore(GAMES).delete(id);
  transaction.objectStore(RECORDS).delete(id);
  await done(transaction);
}
