// Values of an option that are chosen by their pictures: drawn and made by the server, or read from a file.
import type { JsonValue, MadeValue } from "../api";
import { say } from "../message";
import { answerTo } from "../rest";

const LARGEST = 65_000; // characters of a file; the server takes no more

const pathOf = (game: string, option: string): string =>
  `/api/games/${encodeURIComponent(game)}/options/${encodeURIComponent(option)}`;

/** The address of the picture of a named value. */
export const choicePicture = (game: string, option: string, choice: string): string =>
  `${pathOf(game, option)}/picture?choice=${encodeURIComponent(choice)}`;

/** The picture of any value, as an address that the page may show; raises Refused if the value is not valid. */
export async function drawValue(game: string, option: string, value: JsonValue): Promise<string> {
  const answer = await answerTo("POST", `${pathOf(game, option)}/picture`, { value });
  return `data:image/svg+xml,${encodeURIComponent(await answer.text())}`;
}

/** A new value; the server stops making it when the signal is aborted. */
export async function makeValue(game: string, option: string, signal: AbortSignal): Promise<JsonValue> {
  const answer = await answerTo("POST", `${pathOf(game, option)}/make`, {}, undefined, signal);
  return ((await answer.json()) as MadeValue).value;
}

/** The value in a text, or an Error for people. */
export function valueIn(text: string): JsonValue {
  if (text.length > LARGEST) throw new Error(say("This is too long: it should be a file that Parlour wrote."));
  try {
    return JSON.parse(text.replace(/^\uFEFF/, "")) as JsonValue;
  } catch {
    throw new Error(say("This cannot be read: it should be a file that Parlour wrote."));
  }
}
