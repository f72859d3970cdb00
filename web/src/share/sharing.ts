// What is shared: a match at one of its positions.
import { fragmentOf } from "../replay/address";
import type { Wanted } from "../replay/source";
import { linkWithRecord } from "./record-link";

export interface Shared {
  game: string;
  title: string;
  /** The match of a table; null if there is only a record. */
  match: { id: string; number: number } | null;
  /** The record; null while the match is on. */
  record: string | null;
  ply: number;
  last: number;
  /** From where it is seen; null for the most that may be seen. */
  wanted: Wanted;
}

/** Says whether something was done; `isBad` if it was not. */
export type Tell = (sentence: string, isBad?: boolean) => void;

const HERE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Where others reach this server: as this page did, unless that is this computer's name for itself. */
export const originFor = (base: string, here: Pick<Location, "origin" | "hostname">): string =>
  HERE.test(here.hostname) && base !== "" ? base : here.origin;

/** The usual link: to the match of a table, or else with the record inside. */
export async function linkTo(shared: Shared, origin: string, ply: number): Promise<string> {
  const { match, record, wanted } = shared;
  if (match !== null) return `${origin}/game/${match.id}/${match.number}#${fragmentOf({ ply, wanted, isReviewed: false })}`;
  return longLinkTo({ ...shared, record: record ?? "" }, origin, ply);
}

/** The link with the game inside. */
export async function longLinkTo({ record, wanted }: Shared, origin: string, ply: number): Promise<string> {
  return (await linkWithRecord(origin, record ?? "", ply)) + (wanted === null ? "" : `&seat=${wanted}`);
}

/** HTML for another site, made of a link to the replay. */
export function embedHtml(link: string, title: string): string {
  const url = new URL(link);
  const attribute = (text: string): string => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  const source = `${url.origin}/embed${url.pathname}${url.hash}`;
  const attributes = Object.entries({ src: source, width: "480", height: "560", title });
  const tag = ["iframe", ...attributes.map(([name, value]) => `${name}="${attribute(value)}"`)].join(" ");
  return `<${tag}></iframe>`;
}

/** A name for a file: the game, its day, and for a picture the move. */
export function fileName({ game, ply, record }: Shared, kind: string): string {
  const day = /^date "([\d-]+)"$/m.exec(record ?? "")?.[1];
  const whole = day === undefined ? game : `${game}-${day}`;
  return kind === "png" || kind === "svg" ? `${whole}-move-${ply}.${kind}` : `${whole}.${kind}`;
}

/** Give a file to the person, as a download. */
export function download(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Can this device send a file to other programs? */
export function canSend(file: File): boolean {
  return typeof navigator.canShare === "function" && navigator.canShare({ files: [file] });
}
