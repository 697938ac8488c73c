// The cache of texts: bounded, in the order that was asked for, and never changing what somebody is looking at.
import { expect, test } from "bun:test";
import { createTextCache, type PinnedTexts } from "./text_cache.ts";

const MIB = 1024 * 1024;

function contentOf({ texts: { buffers, places } }: PinnedTexts): string[] {
  const found: string[] = [];
  for (let at = 0; at < places.length; at += 3) {
    const [buffer = 0, offset, length] = places.subarray(at, at + 3);
    found.push(Buffer.from(buffers[buffer] ?? new ArrayBuffer(), offset, length).toString());
  }
  return found;
}

function textOf(blobId: number): string {
  return `${blobId} é\n`.repeat(MIB / 16);
}

function reader() {
  const asked: number[] = [];
  const read = async (missing: number[]) => {
    asked.push(...missing);
    return new Map(missing.filter((blobId) => blobId !== 404).map((blobId) => [blobId, textOf(blobId)]));
  };
  return { asked, read };
}

test("texts come in the order of the request, read once, and what there is not is left out", async () => {
  const cache = createTextCache(64 * MIB);
  const { asked, read } = reader();
  (await cache.hold([2, 1], read)).release();
  const pinned = await cache.hold([1, 404, 3, 2, 1], read);
  expect(pinned.keys).toEqual([0, 2, 3, 4]);
  expect(contentOf(pinned)).toEqual([1, 3, 2, 1].map(textOf));
  expect(asked).toEqual([2, 1, 404, 3]);
});

test("lines end in LF", async () => {
  const cache = createTextCache(MIB * 8);
  const pinned = await cache.hold([1], async () => new Map([[1, "a\r\nb\rc\r\n"]]));
  expect(contentOf(pinned)).toEqual(["a\nb\rc\n"]);
});

test.each([0, 8, 16])("of more texts than %d MiB hold each is right, also while others come and go", async (mib) => {
  const cache = createTextCache(mib * MIB);
  const { read } = reader();
  const kept = await cache.hold([1, 2, 3], read);
  for (let round = 0; round < 60; round += 1) {
    const ids = [round % 20, (7 * round) % 31, 1];
    const pinned = await cache.hold(ids, read);
    expect(contentOf(pinned)).toEqual(ids.map(textOf));
    pinned.release();
  }
  expect(contentOf(kept)).toEqual([1, 2, 3].map(textOf));
});

test("the bound holds, and a reader that fails lets go of what it held", async () => {
  const cache = createTextCache(8 * MIB);
  const { read } = reader();
  const buffers = new Set<ArrayBufferLike>();
  for (let blobId = 0; blobId < 40; blobId += 1) {
    await cache.hold([blobId, 1000], () => Promise.reject(new Error("away"))).catch(() => {});
    const pinned = await cache.hold([blobId], read);
    for (const buffer of pinned.texts.buffers) if (buffer instanceof SharedArrayBuffer) buffers.add(buffer);
    pinned.release();
  }
  expect(buffers.size).toBe(2);
});
