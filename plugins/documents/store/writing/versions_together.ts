// Next versions of documents of one workspace that wait at the same moment, sent as one statement.

import type { Database, Expression, Sql } from "../../../../kernel/plugin.ts";
import { noteTaken, type StoredBytes } from "../../../../kernel/ports/blobs.ts";
import { type Alone, gathering } from "../../../../kernel/ports/db.ts";
import type { NotedRows } from "../../../../kernel/ports/operation.ts";
import type { NotingCall } from "../../model/calls.ts";
import type { LoadedDocument } from "../../model/rows.ts";
import type { ContentFile } from "../../write/content_file.ts";
import { linkingSources, linksParameter } from "../names/links.ts";
import { distinctContents, joinNotes } from "./publish_together.ts";
import { type NextVersion, nameFile, type Written } from "./writes.ts";

/** A version of a document as it was read, which everybody has been asked about. */
export interface BegunVersion {
  call: NotingCall;
  document: LoadedDocument & { stamp: string };
  content: NextVersion;
  written: Written;
  /** The bytes by which the workspace grows with it. */
  grown: number;
}

/** What came of one: the stamp of the document from now on, and the keys of the rows of its new contents by their hashes. */
export interface WrittenVersion {
  stamp: string;
  blobs: ReadonlyMap<string, number>;
}

interface Part {
  begun: BegunVersion;
  noted: NotedRows;
  bytes_max: number | null;
}

const writeTogether = gathering<Part, WrittenVersion | null>({
  most: 16,
  has_batching_window: true,
  size_max: 256 * 1024,
  sizeOf: ({ begun }) => begun.content.fresh.reduce((sum, { stored }) => sum + (stored.bytes?.byteLength ?? 0), 0),
  // The second of two has to read the document anew, after the first.
  aboutOf: ({ begun }) => begun.document.document_id,
  send: async (database, parts) => {
    const written = new Map<Part, WrittenVersion | null>();
    let left = parts.toSorted((one, other) => one.begun.document.document_id - other.begun.document.document_id);
    while (left.length > 0) {
      const sent = left;
      const done = await database.callProcedure((sql) => callParts(sql, sent));
      // Nothing was written where one of the documents had changed: the others are sent again without it.
      const isWritten = done.every((one) => one !== null);
      for (const [index, part] of sent.entries())
        if (isWritten || done[index] === null) written.set(part, done[index] ?? null);
      left = sent.filter((part) => !written.has(part));
    }
    return parts.map((part) => written.get(part) ?? null);
  },
});

/** Sends it by `alone`, or with others of its workspace that are held to the same. Null where the document has changed. */
export function sendVersion<T>(
  database: Database,
  { alone, finish, ...part }: Part & { alone: Alone<T>; finish: (done: WrittenVersion | null) => T },
): Promise<T> {
  const { begun, bytes_max } = part;
  // Where there is a limit, what leaves room goes apart from what takes some: their sum would hide that one grows past it.
  const takes = bytes_max !== null && begun.grown > 0;
  const key = `${begun.call.actor.workspace.id} ${bytes_max} ${takes}`;
  return writeTogether(database, { key, part, alone, finish });
}

function callParts(sql: Sql, parts: readonly Part[]) {
  const noted = sql`${JSON.stringify(joinNotes(parts.map((part) => part.noted)))}::text::jsonb`;
  const bytes_max = parts[0]?.bytes_max ?? null;
  return callVersions(
    sql,
    parts.map((part) => part.begun),
    { noted, bytes_max, has_lock_timeout: true },
  );
}

/**
 * Calls the procedure with versions in the order of their documents' ids. Where documents have changed nothing is written, and it
 * answers null for them; undefined for the others then.
 */
export async function callVersions(
  sql: Sql,
  versions: readonly BegunVersion[],
  { noted, bytes_max, has_lock_timeout }: { noted: Expression; bytes_max: number | null; has_lock_timeout: boolean },
): Promise<(WrittenVersion | null | undefined)[]> {
  const workspaceId = versions[0]?.call.actor.workspace.id ?? null;
  const stored = versions.flatMap(({ content }) => content.fresh.map((file) => file.stored));
  const contents = distinctContents(stored);
  const at = new Date(Math.max(...versions.map(({ call }) => call.now.getTime())));
  const people = [...new Set(versions.map(({ call }) => call.actor.user_id))].sort((one, other) => one - other);
  const documents = versions.map(({ document }) => document.document_id);
  const grown = versions.reduce((sum, one) => sum + one.grown, 0);
  const [answer] = await sql<{ stale: number[] | null; stamp: string; blobs: number[]; kept: string[] }[]>`
    call write_versions(${workspaceId}, ${at}, ${people}::bigint[], ${documents}::bigint[],
      ${JSON.stringify(versions.map(columnsOf))}::text::jsonb, ${JSON.stringify(versions.flatMap(filesOf))}::text::jsonb,
      ${contents.map(({ sha256 }) => sha256)}::text[], ${contents.map(({ size_bytes }) => size_bytes)}::bigint[],
      ${contents.map(({ key }) => key)}::text[], ${contents.map(({ bytes }) => bytes?.byteLength ?? null)}::integer[],
      ${joinBytes(contents)}, ${grown}, ${noted}, ${linksParameter(versions.flatMap(linksOf))}::text::jsonb, ${bytes_max},
      ${has_lock_timeout}, null, null, null, null)`;
  if (!answer) throw new Error("write_versions answered nothing");
  if (answer.stale) return documents.map((id) => (answer.stale?.includes(id) ? null : undefined));
  const taken = contents.map(({ sha256 }, index) => ({
    sha256,
    blob_id: answer.blobs[index] ?? 0,
    storage_key: answer.kept[index] ?? "",
  }));
  noteTaken(stored, taken);
  const done = { stamp: answer.stamp, blobs: new Map(taken.map(({ sha256, blob_id }) => [sha256, blob_id])) };
  return versions.map(() => done);
}

function joinBytes(contents: readonly StoredBytes[]): Uint8Array {
  const [first, ...others] = contents;
  if (first?.bytes && others.length === 0) return first.bytes;
  return Buffer.concat(contents.map(({ bytes }) => bytes ?? new Uint8Array()));
}

/** The row of a version, by the columns of the procedure. */
function columnsOf({ call, document, content, written }: BegunVersion) {
  const { document_id, stamp: seen } = document;
  const { version, title, size_bytes, retention_days, expires_at } = written;
  const stays = new Set(content.kept.map((file) => file.path));
  const gone = document.files.map((file) => file.path).filter((path) => !stays.has(path));
  const by = { person: call.actor.user_id, at: call.now.toISOString(), via: call.via };
  return {
    ...{ document_id, seen, version, title, size_bytes, retention_days, expires_at },
    ...{ ...by, message: content.message, gone },
  };
}

function filesOf({ document: { document_id }, content, written: { version } }: BegunVersion) {
  return content.fresh.map((file: ContentFile) => ({ ...nameFile(file, null), document_id, version }));
}

function linksOf({ content: { kept, fresh } }: BegunVersion) {
  const named = [...kept, ...fresh.map((file) => nameFile(file, null))];
  return linkingSources<(typeof named)[number]>(fresh, named);
}
