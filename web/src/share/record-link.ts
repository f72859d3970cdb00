// A record inside a link: compressed with DEFLATE, and written in the base64 of addresses.

/** The characters that a record may have; the server accepts no more. */
export const MOST_CHARACTERS = 65_536;

/** The record as it stands in a link, after `record=`. */
export async function packRecord(record: string): Promise<string> {
  const packed = await through(new TextEncoder().encode(record), new CompressionStream("deflate-raw"));
  let letters = "";
  for (const byte of packed) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The record of a link, or null if there is none in it: `packRecord` wrote it, or it is percent-encoded text. */
export async function unpackRecord(told: string): Promise<string | null> {
  if (!/^[\w-]+$/.test(told)) return told;
  try {
    const letters = atob(told.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const text = await through(bytes, new DecompressionStream("deflate-raw"), MOST_CHARACTERS);
    return new TextDecoder("utf-8", { fatal: true }).decode(text);
  } catch {
    return null; // cut off, or nothing of ours
  }
}

/** All bytes that come out of a stream; no more than `most`, however small what goes in. */
async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream, most = Infinity): Promise<Uint8Array> {
  const writer = stream.writable.getWriter();
  const written = writer.write(bytes as BufferSource).then(() => writer.close());
  written.catch(() => {}); // the reader reports it, too
  const reader = stream.readable.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const parts: Uint8Array[] = [];
  for (let length = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    length += value.length;
    if (length > most) {
      void reader.cancel().catch(() => {});
      throw new RangeError("too long");
    }
  }
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** An address that contains the whole game, for this server or another one. */
export const linkWithRecord = async (origin: string, record: string, ply: number): Promise<string> =>
  `${origin}/replay#record=${await packRecord(record)}&ply=${ply}`;
