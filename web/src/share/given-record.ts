// A record that somebody pastes, drops or chooses.
import { say } from "../message";
import { spotOf } from "../replay/address";
import { MOST_CHARACTERS, unpackRecord } from "./record-link";

export interface Given {
  record: string;
  ply: number;
}

/** The record in a text: itself, perhaps copied a little carelessly, or a link that contains it; null if there is none. */
export async function recordIn(text: string): Promise<Given | null> {
  const told = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n").trim();
  const link = /^\S+#(record=\S+)$/.exec(told);
  if (link !== null) {
    const spot = spotOf(link[1]!);
    const record = await unpackRecord(spot.record ?? "");
    return record === null || record === "" ? null : { record, ply: spot.ply };
  }
  return told.startsWith("parlour ") ? { record: `${told}\n`, ply: 0 } : null;
}

/** The text of a file, or an Error that says what is wrong with it. */
export async function textOfFile(file: File): Promise<string> {
  if (file.size > 4 * MOST_CHARACTERS) throw new Error(say("{name} is too large to be a record.", { name: file.name }));
  return file.text();
}
