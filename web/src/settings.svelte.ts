// What this browser remembers: a visitor's id, a name, settings, and the tables where it has a seat.
import type { Links } from "./api";

export interface Settings {
  name: string;
  theme: "auto" | "light" | "dark";
  confirms: boolean;
  /** Send a move that was built up step by step as soon as nothing can be added to it? */
  sendsFull: boolean;
  strongSigns: boolean;
  sound: boolean;
  notifies: boolean;
}

/** A table that this browser knows: its tokens are the right to its seats. */
export interface KnownTable {
  id: string;
  game: string;
  tokens: string[];
  owner?: string; // the right to delete it
  links?: Links; // to send to friends
  seen: number; // milliseconds since 1970
  over?: number; // the number of its last match, once that is over and kept
}

const USUAL: Settings = {
  name: "",
  theme: "auto",
  confirms: false,
  sendsFull: false,
  strongSigns: false,
  sound: false,
  notifies: false,
};

/** What this browser keeps under a name. */
export function stored<T>(key: string, usual: T): T {
  try {
    const text = localStorage.getItem(`parlour.${key}`);
    return text === null ? usual : (JSON.parse(text) as T);
  } catch {
    return usual; // no storage here, or something else wrote there
  }
}

export function store(key: string, value: unknown): void {
  try {
    localStorage.setItem(`parlour.${key}`, JSON.stringify(value));
  } catch {
    // Private windows may have no storage: the page still works, but remembers nothing.
  }
}

function newVisitor(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const visitor: string = stored("visitor", "") || newVisitor();
store("visitor", visitor);

export const settings: Settings = $state({ ...USUAL, ...stored<Partial<Settings>>("settings", {}) });

export function keepSettings(): void {
  store("settings", $state.snapshot(settings));
}

let known: KnownTable[] = $state(stored<KnownTable[]>("tables", []));

export const knownTables = (): KnownTable[] => known;
export const knownTable = (id: string): KnownTable | undefined => known.find((table) => table.id === id);

/** Remember a table, its newest tokens and when it was last opened. */
export function remember(table: Omit<KnownTable, "seen">): KnownTable {
  const before = stored<KnownTable[]>("tables", []).find((other) => other.id === table.id); // another window may know more
  const tokens = [...new Set([...(before?.tokens ?? []), ...table.tokens])];
  const now = { ...before, ...table, tokens, seen: Date.now() };
  known = [now, ...stored<KnownTable[]>("tables", []).filter((other) => other.id !== table.id)];
  store("tables", known);
  return now;
}

/** Note that a table's match is over and kept, or with undefined that one is being played. */
export function markOver(id: string, match: number | undefined): void {
  const before = stored<KnownTable[]>("tables", []);
  if (before.find((table) => table.id === id)?.over === match) return;
  known = before.map((table) => (table.id === id ? { ...table, over: match } : table));
  store("tables", known);
}

export function forget(id: string): void {
  known = stored<KnownTable[]>("tables", []).filter((other) => other.id !== id);
  store("tables", known);
}

/** Forget tokens that no longer open a seat; everything else about the table stays. */
export function forgetTokens(id: string, bad: string[]): void {
  known = stored<KnownTable[]>("tables", []).map((table) =>
    table.id === id ? { ...table, tokens: table.tokens.filter((token) => !bad.includes(token)) } : table,
  );
  store("tables", known);
}
