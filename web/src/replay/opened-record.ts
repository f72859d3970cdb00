// A record that is shown without a table.
import { go } from "../router.svelte";

let opened: string | null = null;

/** Show a record, of this server or from elsewhere, as a replay. */
export function openRecord(text: string, ply = 0): void {
  opened = text;
  go(`/game#${ply}`);
}

/** The record to show at this address: the one it contains, or else the one opened last; null if there is none. */
export function recordOf(told: string | null): string | null {
  return told ?? opened;
}
