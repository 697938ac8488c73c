// Files that records name, as rows:
// those of them that somebody may open, and uploads until a record names what they have made.
import type { Actor, Sql } from "../../../kernel/plugin.ts";
import { live, openTo } from "../../documents/port/sql.ts";
import { reach } from "../../places/port.ts";
import type { FileRef } from "../fields/mod.ts";
import { orGone } from "./gone.ts";
import { keptTables } from "./hold.ts";

/** A file that is there and open to who asks. */
export interface OpenFile {
  content_type: string;
  size_bytes: number;
}

/** For each reference the file where the caller may open its document and that has it in this version, else null; one query. */
export async function findOpenFiles(
  sql: Sql,
  { actor, now, refs }: { actor: Actor; now: Date; refs: readonly FileRef[] },
): Promise<(OpenFile | null)[]> {
  if (refs.length === 0) return [];
  const rows = await sql<(OpenFile & { place: number })[]>`
    with ${reach(sql, actor)}, wanted as (
      select * from rows from (jsonb_to_recordset(${JSON.stringify(refs)}::text::jsonb) as (doc_id text, version integer, path text))
        with ordinality as x(doc_id, version, path, place)
    )
    select w.place, f.content_type, f.size_bytes
    from wanted w join documents d on d.doc_id = w.doc_id
      join document_files f on f.document_id = d.document_id and f.version = w.version and f.path = w.path
    where ${live(sql, now)} and ${openTo(sql, actor)}`;
  const byPlace = new Map(rows.map(({ place, content_type, size_bytes }) => [place, { content_type, size_bytes }]));
  return refs.map((_ref, index) => byPlace.get(index + 1) ?? null);
}

/** What an upload goes by: who sends it, for which field, under which id of theirs. */
export interface UploadNamed {
  user_id: number;
  table_id: number;
  field_key: string;
  upload_id: string;
}

/** What has come under it, and the document that it has made; without `doc_id` that is gone. */
export interface UploadRow {
  filename: string;
  sha256: string;
  size_bytes: number;
  doc_id: string | null;
  path: string;
}

/** An upload that is done; null where none came under the id. */
export async function findUpload(sql: Sql, by: UploadNamed & { now: Date }): Promise<UploadRow | null> {
  const [row] = await sql<UploadRow[]>`
    select u.filename, u.sha256, u.size_bytes, d.doc_id, u.path
    from database_uploads u left join documents d on d.document_id = u.document_id and ${live(sql, by.now)}
    where u.user_id = ${by.user_id} and u.table_id = ${by.table_id} and u.field_key = ${by.field_key}
      and u.upload_id = ${by.upload_id}`;
  return row ?? null;
}

type Taking = UploadNamed & { workspace_id: number; filename: string; sha256: string; size_bytes: number; now: Date };

/** Takes the id for an upload; waits for a twin, and is false where that has taken it. Throws 404 for a database that is gone. */
export async function takeUpload(sql: Sql, upload: Taking): Promise<boolean> {
  const { now: created_at, ...named } = upload;
  const taken = await orGone(sql`
    insert into database_uploads ${sql({ ...named, created_at })} on conflict do nothing returning 1`);
  return taken.length > 0;
}

/** Notes which document an upload has made, which is held along with the database. */
export async function completeUpload(
  sql: Sql,
  by: UploadNamed,
  made: { document_id: number; path: string; expires_at: Date | null },
): Promise<void> {
  await sql`
    update database_uploads set ${sql(made)}
    where user_id = ${by.user_id} and table_id = ${by.table_id} and field_key = ${by.field_key} and upload_id = ${by.upload_id}`;
  await sql`
    select hold_with(document_id, array[${made.document_id}]::bigint[], null) from database_tables where table_id = ${by.table_id}`;
}

/** A document that an upload has made and no record has named yet. */
export interface Pending {
  document_id: number;
  expires_at: Date | null;
}

/** Says of those among the documents that wait for a record that one names them, and answers them. */
export function savePending(
  sql: Sql,
  { workspace_id, doc_ids, now }: { workspace_id: number; doc_ids: readonly string[]; now: Date },
): Promise<Pending[]> {
  return sql<Pending[]>`
    update database_uploads u set saved_at = ${now} from documents d
    where d.doc_id = any(${[...doc_ids]}) and d.workspace_id = ${workspace_id} and u.workspace_id = ${workspace_id}
      and u.document_id = d.document_id and u.saved_at is null
    returning u.document_id, u.expires_at`;
}

/** Forgets uploads that began before; answers how many, at most `batch`. */
export async function forgetUploads(sql: Sql, { before, batch }: { before: Date; batch: number }): Promise<number> {
  const gone = await sql`
    delete from database_uploads where ctid = any(array(
      select ctid from database_uploads where created_at < ${before}
        and table_id not in (${keptTables(sql, before)}) limit ${batch}))`;
  return gone.count;
}
