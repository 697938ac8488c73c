// Rows for COPY: what a reader is handed stays as it was, however long the reader holds it.
import { afterAll, expect, test } from "bun:test";
import { appendFileSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyOf, jsonOf, keyElement, NO_KEY, rowWriter } from "./copy_rows.ts";

const folder = mkdtempSync(join(tmpdir(), "docsvc-rows-"));
afterAll(() => rmSync(folder, { recursive: true }));

const BYTES_MAX = 1024 * 1024;
const ALIKE = { workspace_id: 1, table_id: 2, schema_version: 3, writer_id: 4, now: new Date(0), from: 5 };

function writeRows(lengths: readonly number[]): { path: string; texts: string[] } {
  const path = join(folder, "rows");
  const file = openSync(path, "w");
  const texts = lengths.map((length, index) =>
    JSON.stringify({ name: String.fromCharCode(97 + index).repeat(length) }),
  );
  const writer = rowWriter(file, 2);
  for (const json of texts)
    writer.add({ members: `,${json.slice(1, -1)}`, keys: NO_KEY + keyElement("\u0001a"), text: "" }, BYTES_MAX);
  writer.end();
  closeSync(file);
  return { path, texts };
}

test("a file that grows is copied until it is whole, whichever part of a row is there, and its maker's error is the copier's", async () => {
  const { path, texts } = writeRows([10_000, 3, 300_000, 20]);
  const bytes = readFileSync(path);
  const grown = join(folder, "grown");
  const cuts = [0, 50, 10_500, 200_000, bytes.length];
  const grow = async () => {
    for (const [index, cut] of cuts.slice(1).entries()) {
      appendFileSync(grown, bytes.subarray(cuts[index], cut));
      await Bun.sleep(30);
    }
  };
  writeFileSync(grown, "");
  const file = await open(grown);
  const copied: Buffer[] = [];
  for await (const piece of copyOf(file, grow(), ALIKE)) copied.push(piece);
  expect(Buffer.concat(copied)).toHaveLength(bytes.length);
  const read: string[] = [];
  for await (const json of jsonOf(file)) read.push(json);
  expect(read).toEqual(texts);
  const broken = Bun.sleep(20).then(() => Promise.reject(new Error("broken off")));
  await expect(Array.fromAsync(copyOf(file, broken, ALIKE))).rejects.toThrow("broken off");
  await file.close();
});

test("pieces that wait to be sent are not written over by the rows behind them", async () => {
  const { path, texts } = writeRows([10_000, 258_000, 3, 900_000, 20, 200_000, 200_000, 5]);
  const file = await open(path);
  const [waiting, copied]: [Buffer[], Buffer[]] = [[], []];
  for await (const piece of copyOf(file, Promise.resolve(), ALIKE)) {
    waiting.push(piece);
    copied.push(Buffer.from(piece));
  }
  expect(Buffer.concat(waiting).equals(Buffer.concat(copied))).toBe(true);
  const read: string[] = [];
  for await (const json of jsonOf(file)) read.push(json);
  await file.close();
  expect(read).toEqual(texts);
});
