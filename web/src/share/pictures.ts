// Pictures of a match, made by the server: of a position, and films of the whole.
import type { FilmProgress } from "../api";
import { say } from "../message";
import type { Wanted } from "../replay/source";
import { Refused } from "../rest";
import { knownTable, visitor } from "../settings.svelte";
import type { Shared } from "./sharing";

export type Still = "png" | "svg";
export type Film = "gif" | "webp";

const JSON_TYPE = "application/json";
const LINES = "application/x-ndjson";

async function answered(path: string, init: RequestInit): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, { ...init, headers: { "X-Visitor": visitor, ...init.headers } });
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new Refused("offline", say("The server is not responding. Is it running, and are you online?"));
  }
  if (answer.ok) return answer;
  const problem = (await answer.json().catch(() => null)) as { code: string; sentence: string } | null;
  throw new Refused(problem?.code ?? "failed", problem?.sentence ?? say("The server answered {status}.", { status: answer.status }));
}

const ofRecord = (record: string, viewpoint: Wanted, more: object): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": JSON_TYPE },
  body: JSON.stringify({ record, viewpoint, ...more }),
});

/** The position as a picture; while the match is on, as this browser's seat has seen it. */
export async function getPicture({ match, record, ply, wanted }: Shared, kind: Still): Promise<Blob> {
  if (record !== null) return (await answered("/pictures", ofRecord(record, wanted, { ply, kind }))).blob();
  const seat = wanted === null ? "" : `&seat=${wanted}`;
  const path = `/tables/${match!.id}/matches/${match!.number}/picture?ply=${ply}&kind=${kind}${seat}`;
  const tokens = wanted === "spectator" ? [] : (knownTable(match!.id)?.tokens ?? []);
  for (const token of tokens) {
    try {
      return await (await answered(path, { headers: { Authorization: `Bearer ${token}` } })).blob();
    } catch (cause) {
      if (!(cause instanceof Refused) || cause.code !== "bad_token") throw cause; // else it is another seat's token
    }
  }
  return (await answered(path, {})).blob();
}

/** A film of the whole match; `onprogress` hears how much of it is done, from 0 to 1. */
export async function getFilm(
  { record, wanted }: Shared,
  kind: Film,
  onprogress: (part: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const wish = ofRecord(record!, wanted, { kind });
  const answer = await answered("/films", { ...wish, headers: { ...wish.headers, Accept: LINES }, signal });
  for await (const line of linesOf(answer.body!)) {
    const told = JSON.parse(line) as FilmProgress;
    if (told.problem != null) throw new Refused("failed", told.problem);
    if (told.data != null) return new Blob([bytesOf(told.data)], { type: told.media_type! });
    onprogress(told.total === 0 ? 0 : told.done / told.total);
  }
  throw new Refused("failed", say("The server broke off: try again."));
}

/** The lines of a stream, as they come. */
export async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const parts = (rest + value).split("\n");
    rest = parts.pop()!;
    yield* parts;
  }
  if (rest !== "") yield rest;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const letters = atob(base64);
  const bytes = new Uint8Array(letters.length);
  for (let k = 0; k < letters.length; k++) bytes[k] = letters.charCodeAt(k);
  return bytes;
}

/** The address of a picture that the page may show: `data:`, since the page's policy allows no others. */
export function dataUrl(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error());
    reader.readAsDataURL(picture);
  });
}
