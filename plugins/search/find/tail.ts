// Holds a query against what is not indexed yet, so that what was published a moment ago is found by its words.
import type { Runtime, Sql } from "../../../kernel/plugin.ts";
import { findContents } from "../../../kernel/ports/blobs.ts";
import { matchFiles } from "../index/build.ts";
import type { Place } from "../store/candidates.ts";
import { mayBeText } from "../store/index_rows.ts";
import { findTail, type TailDocument, type TailFile, type TailPage } from "../store/tail.ts";
import { type Sought, workspaceOf } from "../store/wanted.ts";
import { tailWorkers } from "../workers.ts";
import { type Allotted, inTime, OVERDUE } from "./in_time.ts";

/** Files of the tail that are asked for at once. */
export const TAIL_PAGE = 1000;
/** As many are read and held against the query at once. */
const PORTION_FILES = 400;
const PORTION_BYTES = 1024 * 1024;
/** So much text is held against a query in two milliseconds, sooner than a thread is asked. */
const INLINE_BYTES_MAX = 32 * 1024;
/** Files that may hold the words; of those that are indexed no more are compared. */
const MATCHES_MAX = 1000;

/** A file that may match, with those of its words that count. */
export interface TailMatch extends TailFile {
  words: string;
}

export interface Tail {
  /** What the index says of these documents is not what they are. */
  document_ids: Set<number>;
  matches: TailMatch[];
  /** There is more of it than was looked at. */
  truncated: boolean;
}

export const NO_TAIL: Readonly<Tail> = { document_ids: new Set(), matches: [], truncated: false };

export interface TailOptions extends Allotted {
  runtime: Runtime;
  sql: Sql;
  wanted: Sought;
  query: string;
  /** How many changes the index does not know, about. */
  unindexed: number;
}

/** Looks at what has changed, the last changed first, until the time is over. */
export function searchTail(options: TailOptions): Promise<Tail> {
  return searchPortions(options, portionsOf(options));
}

/** The same of what was found to have changed. */
export function searchPage(options: Looking, page: TailPage): Promise<Tail> {
  return searchPortions(options, portionsOfPage(page));
}

type Looking = Omit<TailOptions, "unindexed">;

async function searchPortions(options: Looking, portions: AsyncIterable<Portion> | Iterable<Portion>): Promise<Tail> {
  const tail: Tail = { document_ids: new Set(), matches: [], truncated: false };
  for await (const portion of portions) {
    if (performance.now() > options.ends || tail.matches.length >= MATCHES_MAX) return { ...tail, truncated: true };
    const words = await matchPortion(options, portion);
    for (const [index, file] of portion.files.entries()) {
      tail.document_ids.add(file.document_id);
      const counting = words?.[index];
      if (counting) tail.matches.push({ ...file, words: counting });
    }
    if (!words || words.length < portion.files.length) return { ...tail, truncated: true };
  }
  return tail;
}

interface Portion {
  heads: ReadonlyMap<number, TailDocument>;
  files: TailFile[];
}

async function* portionsOf({ sql, wanted, unindexed }: TailOptions): AsyncGenerator<Portion> {
  let after: Place | null = null;
  for (;;) {
    const page = await findTail(sql, { wanted, unindexed, after, limit: TAIL_PAGE });
    yield* portionsOfPage(page);
    if (page.files.length < TAIL_PAGE) return;
    after = page.files.at(-1) ?? null;
  }
}

function* portionsOfPage(page: TailPage): Generator<Portion> {
  const heads = new Map(page.documents.map((document) => [document.document_id, document]));
  let files: TailFile[] = [];
  let bytes = 0;
  for (const file of page.files) {
    bytes += file.size_bytes;
    if (files.length > 0 && (files.length >= PORTION_FILES || bytes > PORTION_BYTES)) {
      yield { heads, files };
      files = [];
      bytes = file.size_bytes;
    }
    files.push(file);
  }
  if (files.length > 0) yield { heads, files };
}

/** By the number of the file its words that count; null where it has not all that are sought, and for all when the time is over. */
async function matchPortion(options: Looking, { heads, files }: Portion): Promise<(string | null)[] | null> {
  const { wanted, query, ends } = options;
  const bytes = await readBytes(options, files);
  const input = files.map((file) => {
    const { title = "", tags = [], description = "" } = heads.get(file.document_id) ?? {};
    const { path, content_type, is_source } = file;
    return {
      head: { title, tags, description },
      file: { path, content_type, bytes: bytes.get(file.blob_id) ?? null },
      is_source,
    };
  });
  const time_ms = Math.max(1, ends - performance.now());
  const sought = { workspace_id: workspaceOf(wanted), query, files: input, time_ms };
  if (isReadInline(bytes)) return matchFiles(sought);
  const found = await inTime(options, (limits) => tailWorkers()("match", sought, limits));
  return found === OVERDUE ? null : found;
}

/** Whether texts are read sooner than a thread is asked to, which on a busy machine takes many times as long. */
export function isReadInline(bytes: ReadonlyMap<number, Uint8Array>): boolean {
  return bytes.values().reduce((sum, { length }) => sum + length, 0) <= INLINE_BYTES_MAX;
}

/** Bytes of files that may be text, by their blobs. */
export async function readBytes(
  { sql, runtime }: Pick<TailOptions, "sql" | "runtime">,
  files: readonly Pick<TailFile, "blob_id" | "size_bytes">[],
): Promise<Map<number, Uint8Array>> {
  const small = files.filter(mayBeText).map((file) => file.blob_id);
  const contents = await findContents(sql, small);
  const read = [...contents].map(
    async ([blobId, { bytes, storage_key }]) => [blobId, bytes ?? (await runtime.blobs.bytes(storage_key))] as const,
  );
  return new Map(await Promise.all(read));
}
