// Makes the lists by which searches of a table go, a worker doing what takes long.
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Database, sharedWorkers } from "../../../kernel/plugin.ts";
import { withTempFolder } from "../exchange/temp_file.ts";
import type { OfTable } from "../store/columns.ts";
import { alikeOf, putTexts, readTexts } from "../store/texts.ts";
import type { tasks } from "./gram_worker.ts";

/** Nobody waits for it. */
const BUDGET = { cpu_ms: 120_000 };

/** Brings the lists of a table up to what its records are now. Answers false where that is not due, it is gone, or another server was faster. */
export function keepTexts(database: Pick<Database, "withTransaction">, by: OfTable, now: Date): Promise<boolean> {
  return withTempFolder(async (folder) => {
    const [texts_path, lists_path] = [join(folder, "texts"), join(folder, "lists")];
    const read = await readTexts(database, by, (pieces) => pipeline(pieces, createWriteStream(texts_path)));
    if (!read) return false;
    const run = sharedWorkers().module<typeof tasks>(new URL("./gram_worker.ts", import.meta.url));
    const input = { texts_path, lists_path, alike: alikeOf(by), first_part: read.first_part };
    const parts = await run("writeLists", input, { bytes: Bun.file(texts_path).size, budget: BUDGET, heavy: true });
    return putTexts(database, by, { ...read, parts, path: lists_path, now });
  });
}
