// Zip files: written without compression, read as most programs write them.

export interface Entry {
  name: string;
  text: string;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const UTF8 = 0x0800; // names are in UTF-8
const NEW_YEAR = 0x21; // 1980-01-01: the same contents give the same bytes
const [STORED, DEFLATED] = [0, 8];

/** Numbers of two and four bytes, as zips have them. */
function packed(...fields: [size: 2 | 4, value: number][]): Uint8Array {
  const bytes = new Uint8Array(fields.reduce((sum, [size]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [size, value] of fields) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return bytes;
}

export function zipOf(entries: Entry[]): Blob {
  const files: Uint8Array[] = [];
  const index: Uint8Array[] = [];
  const lengthOf = (parts: Uint8Array[]): number => parts.reduce((sum, part) => sum + part.length, 0);
  let offset = 0;
  for (const entry of entries) {
    const [name, data] = [new TextEncoder().encode(entry.name), new TextEncoder().encode(entry.text)];
    const facts = packed([2, UTF8], [2, STORED], [2, 0], [2, NEW_YEAR], [4, crc32(data)], [4, data.length], [4, data.length], [2, name.length], [2, 0]);
    files.push(packed([4, LOCAL], [2, 20]), facts, name, data);
    index.push(packed([4, CENTRAL], [2, 20], [2, 20]), facts, packed([2, 0], [2, 0], [2, 0], [4, 0], [4, offset]), name);
    offset = lengthOf(files.slice(-4)) + offset;
  }
  const size = lengthOf(index);
  const end = packed([4, END], [2, 0], [2, 0], [2, entries.length], [2, entries.length], [4, size], [4, offset], [2, 0]);
  return new Blob([...files, ...index, end] as BlobPart[], { type: "application/zip" });
}

export class BadZip extends Error {}

const MOST = 1 << 20; // bytes of a file in it: larger ones are no records

/** The text files in a zip that are wanted; raises BadZip. */
export async function unzipped(bytes: Uint8Array, isWanted: (name: string) => boolean): Promise<Entry[]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== END) end--;
  if (end < 0) throw new BadZip();
  const found: Entry[] = [];
  let at = view.getUint32(end + 16, true);
  try {
    for (let left = view.getUint16(end + 10, true); left > 0; left--) {
      if (view.getUint32(at, true) !== CENTRAL) throw new BadZip();
      const [method, size, whole] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
      const [named, extra, comment] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true), view.getUint16(at + 32, true)];
      const local = view.getUint32(at + 42, true);
      const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + named));
      at += 46 + named + extra + comment;
      if (!isWanted(name) || whole > MOST) continue;
      const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      found.push({ name, text: await textIn(bytes.subarray(start, start + size), method) });
    }
  } catch (cause) {
    throw cause instanceof BadZip ? cause : new BadZip();
  }
  return found;
}

async function textIn(data: Uint8Array, method: number): Promise<string> {
  if (method === STORED) return new TextDecoder().decode(data);
  if (method !== DEFLATED) throw new BadZip();
  const stream = new Blob([data as BlobPart]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    length += value!.length;
    if (length > MOST) throw new BadZip(); // it claimed to be smaller
    parts.push(value!);
  }
  return new Blob(parts as BlobPart[]).text();
}
