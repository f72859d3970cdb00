import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { BadZip, unzipped, zipOf } from "./zip";

const ENTRIES = [
  { name: "exago.txt", text: "parlour 1\ngame exago\n" },
  { name: "träxx.txt", text: "names [\"Zoë\"]\n" },
  { name: "my-games.json", text: "{}" },
];
const bytesOf = async (blob: Blob): Promise<Uint8Array> => new Uint8Array(await blob.arrayBuffer());

test("a zip is read back, as far as its files are wanted", async () => {
  const bytes = await bytesOf(zipOf(ENTRIES));
  expect(await unzipped(bytes, () => true)).toEqual(ENTRIES);
  expect(await unzipped(bytes, (name) => name.endsWith(".json"))).toEqual(ENTRIES.slice(2));
  expect(await unzipped(await bytesOf(zipOf([])), () => true)).toEqual([]);
});

test("the same files make the same zip", async () => {
  expect(await bytesOf(zipOf(ENTRIES))).toEqual(await bytesOf(zipOf(ENTRIES)));
});

/** A zip of one compressed file, as other programs write it, with a comment at its end. */
function compressed(name: string, text: string, claimed = text.length): Uint8Array {
  const data = deflateRawSync(text);
  const facts = Buffer.alloc(22); // from the flags to the length of the extra field
  facts.writeUInt16LE(8, 2);
  facts.writeUInt32LE(data.length, 12);
  facts.writeUInt32LE(claimed, 16);
  const named = Buffer.concat([facts.subarray(0, 20), Buffer.from([name.length, 0, 0, 0])]);
  const local = Buffer.concat([Buffer.from("PK\x03\x04\x14\x00", "latin1"), named, Buffer.from(name), data]);
  const central = Buffer.concat([Buffer.from("PK\x01\x02\x14\x00\x14\x00", "latin1"), named, Buffer.alloc(14), Buffer.from(name)]);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(local.length, 16);
  end.writeUInt16LE(5, 20);
  return new Uint8Array(Buffer.concat([local, central, end, Buffer.from("hello")]));
}

test("compressed files are read, with a comment after the end", async () => {
  expect(await unzipped(compressed("a.txt", "move ".repeat(100)), () => true)).toEqual([{ name: "a.txt", text: "move ".repeat(100) }]);
});

test("files that are larger than any record are left out, even if they claim to be small", async () => {
  const text = "x".repeat(2_000_000);
  expect(await unzipped(compressed("a.txt", text), () => true)).toEqual([]);
  await expect(unzipped(compressed("a.txt", text, 10), () => true)).rejects.toThrow(BadZip);
});

test("anything else is refused", async () => {
  for (const text of ["", "hello", "PK\x05\x06".padEnd(22, "\xff")])
    await expect(unzipped(new TextEncoder().encode(text), () => true)).rejects.toThrow(BadZip);
  const cut = (await bytesOf(zipOf(ENTRIES))).slice(20);
  await expect(unzipped(cut, () => true)).rejects.toThrow(BadZip);
});
