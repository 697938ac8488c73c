// Follows the changes of documents and keeps the index up with them,
// a moment behind the commits and in batches of its own.

import { type JobDefinition, type Runtime, SECOND_MS, type Sql } from "../../../kernel/plugin.ts";
import { findContents } from "../../../kernel/ports/blobs.ts";
import type { JobContext } from "../../../kernel/ports/jobs.ts";
import { documentChangesPort } from "../../documents/port/read.ts";
import {
  type Behind,
  type ChangedDocument,
  type ChangedFile,
  dropRows,
  findBehind,
  findChanged,
  mayBeText,
  mergeIndexes,
  moveCursor,
  putRows,
  type Replacement,
} from "../store/index_rows.ts";
import { indexWorkers } from "../workers.ts";
import type { BuiltFile } from "./build.ts";

const BATCH = 150;
const BATCH_BYTES = 4 * 1024 * 1024;
/** So many pieces of texts are merged at once: fewer would cost more each, more would fill their list. */
const MERGED_PIECES = 1_100_000;
/** What is written while a merge goes on, before it is waited for. */
const UNMERGED_PIECES_MAX = 3 * MERGED_PIECES;
/** How soon after a first change the index is brought up. */
const SOON_MS = 250;
/** How often the job is due while changes go on: what it has not reached is searched without it. */
const EVERY_MS = SECOND_MS;
/** Building takes longer than reading does, and what nobody waits for may. */
const BUILD_BUDGET = { cpu_ms: 60_000 };

/**
 * The one job that writes the index. It is woken soon after a commit of this process, and finds by itself what other
 * processes committed or a crash left behind, since it follows the numbers that changes have in the order of their commits.
 */
export function indexJob(runtime: Runtime): JobDefinition {
  wakeAfterChanges(runtime);
  return {
    kind: "search.index",
    attempts_max: 3,
    backoff_ms: () => SECOND_MS,
    every_ms: EVERY_MS,
    run: async (_job, context) => {
      const behind = await findBehind(context.database.sql);
      for (const one of behind) await catchUp(runtime, context, one);
      if (behind.length > 0) await mergeIndexes(context.database.sql);
    },
  };
}

/** Publishing writes nothing for the index: it only says that there is something to do, once for many commits. */
function wakeAfterChanges(runtime: Runtime): void {
  let timer: Timer | null = null;
  let woken = Number.NEGATIVE_INFINITY;
  runtime.use(documentChangesPort).watch(() => {
    timer ??= setTimeout(
      () => {
        timer = null;
        woken = performance.now();
        runtime.jobs.wake();
      },
      Math.max(SOON_MS, woken + EVERY_MS - performance.now()),
    );
  });
  runtime.onClose(() => {
    if (timer) clearTimeout(timer);
  });
}

/**
 * While one batch is written the next is read and built, the one Postgres' work and the other a worker's, and another connection
 * merges what was written before.
 */
async function catchUp(runtime: Runtime, context: JobContext, behind: Behind): Promise<void> {
  const prepare = async (from: number) => {
    if (from >= behind.to || context.signal.aborted) return null;
    return prepareBatch(runtime, context, { ...behind, from });
  };
  const merging = mergeBeside(context.database.sql);
  try {
    for (let batch = await prepare(behind.from); batch !== null; ) {
      const next = prepare(batch.to);
      // Whatever becomes of the write, nothing of the round goes on behind its end; what fails is asked for below.
      const isOver = next.catch(() => {});
      if (!(await writeBatch(context, batch).finally(() => isOver))) return;
      await merging.wrote(batch);
      batch = await next;
    }
  } finally {
    await merging.end();
  }
}

/**
 * Merges each time when much has been written, unless it is at it: else whoever writes would have to, with the other processor
 * idle. A merge goes on for as long as anything is added, and gives back the pages of what it has merged at its end alone.
 */
function mergeBeside(sql: Sql): { wrote(batch: Batch): Promise<void>; end(): Promise<void> } {
  let pieces = 0;
  let merging: Promise<void> | null = null;
  return {
    wrote: async ({ replacements }) => {
      for (const { files } of replacements) for (const { text } of files) pieces += text?.pieces ?? 0;
      if (merging && pieces > UNMERGED_PIECES_MAX) await merging;
      if (merging || pieces < MERGED_PIECES) return;
      pieces = 0;
      // What a merge leaves undone is made up for by the one at the end of the job, which says why it cannot.
      const one = mergeIndexes(sql).catch(() => {});
      merging = one.then(() => {
        merging = null;
      });
    },
    end: async () => void (await merging),
  };
}

/** What there is to write of the changes after `from` and up to `to`. */
interface Batch extends Behind {
  gone: number[];
  replacements: Replacement[];
}

async function prepareBatch(runtime: Runtime, { database }: JobContext, behind: Behind): Promise<Batch> {
  const changed = await findChanged(database.sql, behind, BATCH);
  const documents = takeWhole(changed);
  const isLast = documents.length === changed.length && changed.length < BATCH;
  const to = isLast ? behind.to : (documents.at(-1)?.change_seq ?? behind.to);
  const gone = documents.filter((document) => document.is_deleted).map((document) => document.document_id);
  const stale = documents.filter((document) => !document.is_deleted && !isIndexed(document));
  const replacements = stale.length > 0 ? await build(runtime, stale, behind.workspace_id) : [];
  return { ...behind, to, gone, replacements };
}

/** As many documents as fit into memory together, and at least one. */
function takeWhole(changed: readonly ChangedDocument[]): ChangedDocument[] {
  let bytes = 0;
  const end = changed.findIndex((document) => {
    const before = bytes;
    for (const file of document.files) if (mayBeText(file)) bytes += file.size_bytes;
    return before > 0 && bytes > BATCH_BYTES;
  });
  return changed.slice(0, end < 0 ? changed.length : end);
}

/** False when another server has gone ahead. */
function writeBatch({ database }: JobContext, { workspace_id, from, to, gone, replacements }: Batch): Promise<boolean> {
  return database.withTransaction(async (sql) => {
    if (!(await moveCursor(sql, { workspace_id, from, to }))) return false;
    await dropRows(sql, { document_ids: gone });
    if (replacements.length > 0) await putRows(sql, { workspace_id, replacements });
    return true;
  });
}

function isIndexed({ indexed, version, label }: ChangedDocument): boolean {
  return indexed !== null && indexed.version === version && indexed.label === label;
}

function sizeOf(documents: readonly ChangedDocument[]): number {
  const files = documents.flatMap((document) => document.files.filter(mayBeText));
  return files.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
}

/** Reads and hands over a batch at once, since either costs more than a small text does. */
async function build(
  runtime: Runtime,
  documents: readonly ChangedDocument[],
  workspaceId: number,
): Promise<Replacement[]> {
  const small = documents.flatMap(({ files }) => files.filter(mayBeText).map((file) => file.blob_id));
  const contents = await findContents(runtime.database.sql, small);
  const read = await Promise.all(
    documents.map(async (document) => ({ document, files: await readFiles(runtime, document, contents) })),
  );
  const sources = read.map(({ document, files }) => {
    const { title, tags, description } = document;
    const input = files.map(({ path, content_type, bytes }) => ({ path, content_type, bytes }));
    return { workspace_id: workspaceId, title, tags, description, files: input };
  });
  const built = await indexWorkers()("build", sources, { bytes: sizeOf(documents), budget: BUILD_BUDGET });
  return read.map(({ document, files }, index) => ({ document, files: keptOf(document, files, built[index] ?? []) }));
}

/** A document without a text has one row all the same, so that it is found by its title. */
function keptOf(document: ChangedDocument, files: readonly ReadFile[], built: readonly BuiltFile[]) {
  return built.flatMap((file, index) => {
    const { blob_id, size_bytes } = files[index] ?? { blob_id: 0, size_bytes: 0 };
    return file.text || file.path === document.source_path ? [{ ...file, blob_id, size_bytes }] : [];
  });
}

type ReadFile = ChangedFile & { bytes: Uint8Array | null };

/** The files that may be texts, and the source whatever it is. */
async function readFiles(
  runtime: Runtime,
  { files, source_path }: ChangedDocument,
  contents: Awaited<ReturnType<typeof findContents>>,
): Promise<ReadFile[]> {
  const read = await Promise.all(
    files.map(async (file) => {
      const content = mayBeText(file) ? contents.get(file.blob_id) : undefined;
      // A blob without its row went with its document, whose own change comes next.
      const bytes = content ? (content.bytes ?? (await runtime.blobs.bytes(content.storage_key))) : null;
      return { ...file, bytes };
    }),
  );
  return read.filter((file) => file.bytes !== null || file.path === source_path);
}
