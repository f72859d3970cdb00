// Bots by name, for people. Names come from the game: random, greedy, and levels from 1 to 5.
import type { Message } from "./api";
import { capitalized } from "./board-kit/capital";
import { message, say, textOf } from "./message";

const STRENGTHS: Record<string, Message> = {
  "1": message("gentle"),
  "2": message("easy"),
  "3": message("fair"),
  "4": message("hard"),
  "5": message("strong"),
};
const WORDS: Record<string, Message> = { greedy: message("Greedy bot"), random: message("Random bot") };
const GENTLEST = ["1", "greedy", "random"];

/** The bot for a first game: one that plays sensibly and lets you win. */
export function gentlest(bots: string[]): string | undefined {
  return GENTLEST.find((name) => bots.includes(name)) ?? bots[0];
}

/** The bot that plays on for somebody who is away, as the server does by default. */
export const usualStandIn = (bots: string[]): string => (bots.includes("3") ? "3" : (bots[0] ?? "3"));

export function botLabel(name: string): string {
  const strength = STRENGTHS[name];
  if (strength !== undefined) return say("Bot level {level}: {strength}", { level: name, strength });
  const words = WORDS[name];
  return words === undefined ? capitalized(name) : textOf(words);
}

/** A level where no other bots are listed: `Level 1: gentle`. */
export function levelLabel(level: string): string {
  const strength = STRENGTHS[level];
  return strength === undefined ? say("Level {level}", { level }) : say("Level {level}: {strength}", { level, strength });
}

/** Levels first, from gentle to strong; then the others in the game's order. */
export function inOrder(bots: string[]): string[] {
  const levels = bots.filter((name) => name in STRENGTHS).sort();
  const named = bots.filter((name) => !(name in STRENGTHS));
  const known = Object.keys(WORDS).filter((name) => named.includes(name));
  return [...levels, ...known, ...named.filter((name) => !(name in WORDS))];
}
