// Shows that a damaged backup is told by the name of the damaged part, and never restored.
import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { BackupError } from "../../hosts/backup/backup_error.ts";
import { verifyBackup } from "../../hosts/backup/verify.ts";
import { pickByDepth, RANDOM_MS_MAX } from "../harness/depth.ts";
import { openHarness } from "../harness/harness.ts";
import { backUpServer, FILLER, makeEmptyPlace, makeFolder } from "./stand.ts";

interface Member {
  name: string;
  /** Where its header begins. */
  start: number;
  /** The byte after its content, before the padding. */
  content_end: number;
  /** Where the next header begins. */
  end: number;
}

const harness = await openHarness();
const author = await harness.person();
for (const title of ["One", "Two", "Three"]) {
  await harness.call("POST /api/docs", {
    as: author,
    json: { title, html: `<p>${title}</p>${title === "One" ? FILLER : ""}` },
  });
}
const { file, manifest } = await backUpServer(harness.runtime);
const whole = readFileSync(file);
const members = listMembers(whole);
const folder = makeFolder();

function listMembers(bytes: Buffer): Member[] {
  const found: Member[] = [];
  for (let start = 0; bytes[start] !== 0; ) {
    const text = (from: number, length: number) => bytes.toString("latin1", start + from, start + from + length);
    const size = Number.parseInt(text(124, 11), 8);
    const prefix = text(345, 155).replaceAll("\0", "");
    const name = (prefix && `${prefix}/`) + text(0, 100).replaceAll("\0", "");
    const content_end = start + 512 + size;
    const end = content_end + ((512 - (size % 512)) % 512);
    found.push({ name, start, content_end, end });
    start = end;
  }
  return found;
}

function memberOf(pattern: RegExp): Member {
  return members.find((member) => pattern.test(member.name))!;
}

async function verify(bytes: Uint8Array): Promise<unknown> {
  const path = join(folder, "damaged.tar");
  writeFileSync(path, bytes);
  return verifyBackup(path).catch((error: unknown) => error);
}

function flip(at: number, mask: number): Buffer {
  const bytes = Buffer.from(whole);
  bytes[at] = bytes[at]! ^ mask;
  return bytes;
}

function without(member: Member): Buffer {
  return Buffer.concat([whole.subarray(0, member.start), whole.subarray(member.end)]);
}

test("a whole backup passes and answers what was written", async () => {
  expect(await verify(whole)).toEqual(manifest);
});

test(
  "any changed byte is found, of a header, a content, the padding or the end",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: whole.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (at, mask) => {
          expect(await verify(flip(at, mask))).toBeInstanceOf(BackupError);
        },
      ),
      { numRuns: pickByDepth({ small: 100, deep: 300 }) },
    );
  },
  RANDOM_MS_MAX,
);

test(
  "a file that was cut off anywhere is found",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: whole.length - 1 }), async (length) => {
        expect(await verify(whole.subarray(0, length))).toBeInstanceOf(BackupError);
      }),
      { numRuns: pickByDepth({ small: 50, deep: 150 }) },
    );
  },
  RANDOM_MS_MAX,
);

test("damage of the frame alone is found, wherever it is", async () => {
  const { end } = members.at(-1)!;
  const padded = members.filter((member) => member.end > member.content_end);
  const frames: Uint8Array[] = [
    ...padded.flatMap((member) => [flip(member.content_end, 1), flip(member.end - 1, 128)]),
    ...[0, 1, 511, 512, 513, 1023].map((length) => whole.subarray(0, end + length)),
    ...[0, 511, 512, 1023].map((at) => flip(end + at, 1)),
    ...[1, 512, 1024, 9216].map((length) => Buffer.concat([whole, Buffer.alloc(length)])),
    Buffer.concat([whole, Buffer.from("more")]),
    Buffer.concat([whole, whole]),
    // Bytes that changed places leave the sum of a header as it was.
    ...members.flatMap((member) => [swap(member.start + 106, 101), swap(member.start + 146, 145)]),
  ];
  for (const bytes of frames) if (!whole.equals(bytes)) expect(await verify(bytes)).toBeInstanceOf(BackupError);
});

/** With the byte there and one of the same member, `at` being where that begins. */
function swap(at: number, other: number): Buffer {
  const bytes = Buffer.from(whole);
  const place = at - (at % 512) + other;
  [bytes[at], bytes[place]] = [bytes[place]!, bytes[at]!];
  return bytes;
}

test("every part that is missing is found", async () => {
  for (const member of members) expect(await verify(without(member))).toBeInstanceOf(BackupError);
});

describe("the message names", () => {
  const blob = memberOf(/^blobs\//);
  const table = memberOf(/^tables\/users\//);
  const cases: [string, Uint8Array, string][] = [
    ["a damaged blob", flip(blob.content_end - 1, 1), `${blob.name} is damaged`],
    ["a damaged table", flip(table.content_end - 1, 1), "table users is damaged"],
    ["a missing table", without(table), "table users is damaged: it has 0 bytes"],
    ["a missing blob", without(blob), "blobs are damaged"],
    ["a damaged header", flip(table.start, 1), "the header after tables/tokens/00000001.copy is damaged"],
    ["the part in which the file ends", whole.subarray(0, table.content_end - 1), `in the middle of ${table.name}`],
    ["a damaged manifest", flip(memberOf(/^manifest\.json$/).content_end - 3, 1), "manifest.json is damaged"],
    ["a file that is something else", Buffer.from("PK\u0003\u0004".repeat(1000)), "the file is not a backup"],
    ["an empty file", Buffer.alloc(0), "the file ends in the middle of the header after the beginning"],
  ];

  test.each(cases)("%s", async (_, bytes, message) => {
    expect(await verify(bytes)).toMatchObject({ name: "BackupError", message: expect.stringContaining(message) });
  });

  test("a part that is there twice", async () => {
    const twice = Buffer.concat([whole.subarray(0, table.end), whole.subarray(table.start)]);
    expect(await verify(twice)).toMatchObject({ message: expect.stringContaining(`${table.name} is out of place`) });
  });

  test("a file that is not there", async () => {
    await expect(verifyBackup(join(folder, "nothing.tar"))).rejects.toThrow("nothing.tar cannot be read");
  });
});

test("restoring a damaged backup fails before anything is written", async () => {
  const place = await makeEmptyPlace();
  const path = join(folder, "restored.tar");
  writeFileSync(path, flip(memberOf(/^blobs\//).content_end - 1, 1));
  await expect(place.restore(path)).rejects.toThrow("is damaged");
  expect(await place.contents()).toEqual({ tables: [], keys: [] });
});
