// The server's REST interface.
import type { Analysis, Frame, GameOut, Line, NewTable, OpenedTable, Problem, Reason, Review, Sharing, TableOut, TakeSeat, TakenSeat, Words } from "./api";
import type { AnyView, State } from "./board-kit/board";
import { say } from "./message";
import { visitor } from "./settings.svelte";

/** What the server refused, in its words. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    sentence: string,
  ) {
    super(sentence);
  }
}

/** The answer to a request; raises Refused, also if there is none. A request can be aborted by a signal. */
export async function answerTo(
  method: string,
  path: string,
  body?: unknown,
  token?: string,
  signal: AbortSignal | null = null,
): Promise<Response> {
  const headers: Record<string, string> = { "X-Visitor": visitor };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token !== undefined) headers["Authorization"] = `Bearer ${token}`;
  let answer: Response;
  try {
    answer = await fetch(path, { method, headers, body: body === undefined ? null : JSON.stringify(body), signal });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new Refused("offline", say("The server is not responding. Is it running, and are you online?"));
  }
  if (answer.ok) return answer;
  const problem = (await answer.json().catch(() => null)) as Problem | null;
  throw new Refused(problem?.code ?? "failed", problem?.sentence ?? say("The server answered {status}.", { status: answer.status }));
}

export async function call<T>(method: string, path: string, body?: unknown, token?: string): Promise<T> {
  const answer = await answerTo(method, `/api${path}`, body, token);
  return (answer.status === 204 ? undefined : await answer.json().catch(() => null)) as T;
}

let games: Promise<GameOut[]> | undefined;

/** All games; fetched once. */
export function listGames(): Promise<GameOut[]> {
  games ??= call<{ games: GameOut[] }>("GET", "/games").then(
    (told) => told.games,
    (problem) => {
      games = undefined;
      throw problem;
    },
  );
  return games;
}

/** A position worth a picture, as a spectator sees it. */
export const getSample = (game: string): Promise<AnyView> => call("GET", `/games/${encodeURIComponent(game)}/sample`);
export const openTable = (wanted: NewTable): Promise<OpenedTable> => call("POST", "/tables", wanted);
export const listTables = (): Promise<TableOut[]> =>
  call<{ tables: TableOut[] }>("GET", "/tables").then((told) => told.tables);
export const getTable = (id: string): Promise<TableOut> => call("GET", `/tables/${encodeURIComponent(id)}`);
export const getState = (id: string, token?: string): Promise<State> =>
  call("GET", `/tables/${encodeURIComponent(id)}/state`, undefined, token);
export const getAfterword = (id: string): Promise<string | null> =>
  call<{ sentence: string | null }>("GET", `/tables/${encodeURIComponent(id)}/afterword`).then((told) => told.sentence);
export const takeSeat = (id: string, wanted: TakeSeat): Promise<TakenSeat> =>
  call("POST", `/tables/${encodeURIComponent(id)}/seats`, wanted);
export const rename = (id: string, seat: number, name: string, token: string): Promise<unknown> =>
  call("PATCH", `/tables/${encodeURIComponent(id)}/seats/${seat}`, { name }, token);
export const deleteTable = (id: string, owner: string): Promise<unknown> =>
  call("DELETE", `/tables/${encodeURIComponent(id)}`, undefined, owner);
export const recordPath = (id: string, match: number): string =>
  `/api/tables/${encodeURIComponent(id)}/record?match=${match}`;
/** The record of a match that is over. */
export const getRecord = (id: string, match: number): Promise<string> =>
  answerTo("GET", recordPath(id, match)).then((answer) => answer.text());

/** What the host lets visitors share, and how others reach this server. */
export const getSharing = (): Promise<Sharing> => call("GET", "/sharing");

// -- looking back -------------------------------------------------------------------------------------------------------

export const startReview = (record: string): Promise<Review> => call("POST", "/reviews", { record });
export const getReview = (id: string): Promise<Review> => call("GET", `/reviews/${id}`);
export const cancelReview = (id: string): Promise<unknown> => call("DELETE", `/reviews/${id}`);

/** A seat in a position of a record. */
export interface SeatAt {
  record: string;
  ply: number;
  seat: number;
}

export const getPosition = (at: SeatAt): Promise<Frame> => call("POST", "/replay/position", at);
export const completeAt = (at: SeatAt, text: string): Promise<Words> => call("POST", "/replay/complete", { ...at, text });
export const whyNotAt = (at: SeatAt, text: string): Promise<Reason> => call("POST", "/replay/why_not", { ...at, text });
export const getLine = (at: SeatAt, moves: string[]): Promise<Line> => call("POST", "/replay/line", { ...at, moves });
export const analyseAt = (at: SeatAt, moves: string[]): Promise<Analysis> => call("POST", "/replay/analyse", { ...at, moves });
