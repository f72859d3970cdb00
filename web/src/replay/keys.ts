// The keys of a replay. They work wherever the focus is, on the board too: there is no move to make.
import { hasModifier } from "../board-kit/shortcuts";
import type { Playback } from "./playback.svelte";

const ACTS: Record<string, (playback: Playback) => void> = {
  ArrowRight: (playback) => playback.next(),
  ArrowLeft: (playback) => playback.previous(),
  ArrowDown: (playback) => playback.next(),
  ArrowUp: (playback) => playback.previous(),
  Home: (playback) => playback.first(),
  End: (playback) => playback.end(),
  " ": (playback) => playback.toggle(),
};

/** Carry out a key; returns whether it is one of a replay's. */
export function pressed(event: KeyboardEvent, playback: Playback): boolean {
  const { key, target } = event;
  if (event.defaultPrevented || hasModifier(event) || !(key in ACTS)) return false;
  if (document.querySelector("dialog[open]") !== null) return false;
  if (target instanceof Element && target.matches("select, textarea, input:not([type=range])")) return false;
  if (key === " " && target instanceof Element && target.closest("button, a, summary") !== null) return false;
  event.preventDefault();
  event.stopPropagation();
  ACTS[key]!(playback);
  return true;
}
