// A game's options as a form, built from the server's description of them, for any game.
import type { GameOut, JsonValue, OptionOut } from "../api";
import { capitalized } from "../board-kit/capital";
import { say } from "../message";

/** What the form holds: flags as they are, choices and JSON as text, numbers as the browser reads them (null: empty). */
export type OptionValue = boolean | string | (number | null)[] | number | null;
export type OptionForm = Record<string, OptionValue>;

/** `must_block` -> `Must block` */
export function labelOf(name: string): string {
  return capitalized(name.replaceAll("_", " "));
}

export const mostOf = (option: OptionOut, players: number): number | undefined => option.high?.[String(players)];

const jsonText = (value: JsonValue): string => (typeof value === "string" ? value : JSON.stringify(value));

export function usualOptions(game: GameOut): OptionForm {
  const seats = Math.max(...game.players);
  return Object.fromEntries(
    game.options.map((option) => {
      const { kind, default: usual } = option;
      if (kind === "numbers") return [option.name, Array.from({ length: seats }, () => Number(usual))];
      if (kind === "json") return [option.name, jsonText(usual)];
      return [option.name, usual as OptionValue];
    }),
  );
}

/** JSON, or a bare word. */
export function jsonOf(text: string): JsonValue {
  const tidy = text.trim();
  if (/^[\w-]+$/.test(tidy) && !/^(-?\d|true$|false$|null$)/.test(tidy)) return tidy;
  return JSON.parse(tidy) as JsonValue;
}

function valueOf(option: OptionOut, value: OptionValue, players: number): JsonValue {
  if (option.kind === "numbers") {
    const numbers = Array.isArray(value) ? value : [];
    return Array.from({ length: players }, (_, seat) => numbers[seat] ?? Number(option.default));
  }
  if (option.kind === "number") return typeof value === "number" ? value : option.default;
  if (option.kind !== "json") return value as JsonValue;
  if (String(value).trim() === "") return option.default;
  try {
    return jsonOf(String(value));
  } catch {
    throw new BadOptionText(option.name, option.label, jsonText(option.default));
  }
}

export class BadOptionText extends Error {
  constructor(
    readonly option: string,
    label: string,
    usual: string,
  ) {
    super(say("{option}: this is not JSON; the usual value is {usual}.", { option: label, usual }));
  }
}

const isUsual = (option: OptionOut, value: JsonValue): boolean =>
  option.kind === "numbers"
    ? Array.isArray(value) && value.every((one) => one === option.default)
    : JSON.stringify(value) === JSON.stringify(option.default);

/** The options that differ from their defaults, for the request; throws BadOptionText. */
export function wantedOptions(game: GameOut, form: OptionForm, players: number): Record<string, JsonValue> {
  return Object.fromEntries(
    game.options
      .map((option) => [option, valueOf(option, form[option.name] ?? null, players)] as const)
      .filter(([option, value]) => !isUsual(option, value))
      .map(([option, value]) => [option.name, value]),
  );
}

/** The option that a sentence of the server is about: it begins with its name. */
export const optionIn = (game: Pick<GameOut, "options">, sentence: string): string | undefined =>
  game.options.find((option) => sentence.startsWith(`${option.name}:`))?.name;

/** `turn_limit: must be ...` -> `Rounds until a draw: must be ...` */
export function readable(game: Pick<GameOut, "options">, sentence: string): string {
  const option = game.options.find(({ name }) => name === optionIn(game, sentence));
  return option === undefined ? sentence : option.label + sentence.slice(option.name.length);
}
