// A document's life beyond its content: into the trash, out of it, gone for good, and back to an earlier version.
import { DAY_MS, later, refuse, type Sql } from "../../../kernel/mod.ts";
import type { WriteCall } from "../calls.ts";
import { refuseMissing } from "../permits.ts";
import type { DocumentRow, FileRow, LoadedDocument } from "../rows.ts";
import { documentColumns, lockDocument } from "./documents.ts";
import { closeAnew, expiryOf, insertVersion, touchCounter } from "./writes.ts";

/** Days in the trash before the purge, for deleted and for expired documents (part 3, "Lifetimes"). */
const TRASH_DAYS = 7;

/** Moves a live document to the trash, or with `purge` removes it. False when somebody else just did. */
export async function trashDocument(
  call: WriteCall,
  subject: LoadedDocument,
  options: { purge: boolean },
): Promise<boolean> {
  const { sql, now, actor } = call;
  const current = await lockDocument(sql, subject.document_id);
  if (!current || current.deleted_at) return false;
  await closeAnew(call, current.slug);
  if (options.purge) {
    await sql`delete from documents where document_id = ${current.document_id}`;
    touchCounter(call, { document_ids: [], bytes: -current.size_bytes, live: 0 });
    return true;
  }
  await sql`
    update documents set deleted_at = ${now}, deleted_by = ${actor.user_id}, purge_at = ${later(now, TRASH_DAYS * DAY_MS)}
    where document_id = ${current.document_id}`;
  touchCounter(call, { document_ids: [current.document_id], bytes: -current.size_bytes, live: 0 });
  return true;
}

/** Brings a document back from the trash, with a fresh retention. Throws 404 when the purge was faster. */
export async function undeleteDocument(
  call: WriteCall,
  subject: LoadedDocument,
  target: { folder: string | null },
): Promise<DocumentRow & { files: FileRow[] }> {
  const { sql, now } = call;
  const current = await lockDocument(sql, subject.document_id);
  if (!current) throw refuseMissing();
  if (!current.deleted_at && !(current.expires_at && current.expires_at <= now)) {
    throw refuse.conflict("the document is not in the trash; there is nothing to bring back");
  }
  const folder = target.folder ?? current.folder;
  const expiresAt = expiryOf(current.retention_days, now);
  await sql`
    update documents set deleted_at = null, deleted_by = null, purge_at = null, expires_at = ${expiresAt}, folder = ${folder},
      updated_at = ${now}
    where document_id = ${current.document_id}`;
  const bytes = current.deleted_at ? current.size_bytes : 0;
  touchCounter(call, { document_ids: [current.document_id], bytes, live: 1 });
  await closeAnew(call, current.slug);
  return { ...current, deleted_at: null, purge_at: null, expires_at: expiresAt, folder, updated_at: now };
}

/** What the trash shows of a document. */
export interface TrashRow extends DocumentRow {
  /** When it left: deleted, or expired. */
  left_at: Date;
  deleted_by_email: string | null;
}

/** A person's deleted and expired documents, the last to leave first. */
export function listTrash(
  sql: Sql,
  wish: {
    owner_id: number;
    now: Date;
    folder: string | null;
    before: { left_at: Date; document_id: number } | null;
    limit: number;
  },
): Promise<TrashRow[]> {
  const { owner_id, now, folder, before, limit } = wish;
  return sql<TrashRow[]>`
    select * from (
      select ${documentColumns(sql)}, coalesce(d.deleted_at, d.expires_at) as left_at, u.email as deleted_by_email
      from documents d left join users u on u.user_id = d.deleted_by
      where d.owner_id = ${owner_id} and (d.deleted_at is not null or d.expires_at <= ${now})
        ${folder === null ? sql`` : sql`and d.folder = ${folder}`}
    ) as gone
    where ${before === null ? sql`true` : sql`(left_at, document_id) < (${before.left_at}, ${before.document_id})`}
    order by left_at desc, document_id desc limit ${limit}`;
}

/** When the purge takes a document that has left. */
export function purgeTimeOf(row: TrashRow): Date {
  return row.purge_at ?? later(row.left_at, TRASH_DAYS * DAY_MS);
}

/** Removes, for good, what has been in the trash for its days; at most `limit` documents at once. Answers what went. */
export async function purgeDue(
  sql: Sql,
  wish: { now: Date; limit: number },
): Promise<{ doc_id: string; workspace_id: number; title: string }[]> {
  const expiredBefore = later(wish.now, -TRASH_DAYS * DAY_MS);
  const gone = await sql<{ doc_id: string; workspace_id: number; title: string; charged: number }[]>`
    delete from documents where document_id in (
      select document_id from documents
      where purge_at <= ${wish.now} or (deleted_at is null and expires_at <= ${expiredBefore})
      order by document_id limit ${wish.limit} for update skip locked
    )
    returning doc_id, workspace_id, title, case when deleted_at is null then size_bytes else 0 end as charged`;
  const charged = new Map<number, number>();
  for (const row of gone) charged.set(row.workspace_id, (charged.get(row.workspace_id) ?? 0) + row.charged);
  for (const [workspaceId, bytes] of [...charged].sort(([a], [b]) => a - b)) {
    await sql`
      update document_counters set change_seq = change_seq + 1, bytes = bytes - ${bytes} where workspace_id = ${workspaceId}`;
  }
  return gone.map(({ doc_id, workspace_id, title }) => ({ doc_id, workspace_id, title }));
}

/** Writes a version equal to an earlier one; when the current one is equal already, nothing is written. */
export async function restoreVersion(
  call: WriteCall,
  subject: LoadedDocument,
  chosen: { version: number; files: FileRow[] },
): Promise<{ document: DocumentRow & { files: FileRow[] }; changed: boolean }> {
  const current = await lockDocument(call.sql, subject.document_id);
  if (!current || current.deleted_at) throw refuseMissing();
  if (sameContent(current.files, chosen.files)) return { document: current, changed: false };
  const written = await insertVersion(call, current, { kept: chosen.files, fresh: [], message: null });
  return { document: { ...current, ...written, updated_at: call.now }, changed: true };
}

/** Pages that the service made are no content: they follow from the rest. */
function sameContent(one: readonly FileRow[], other: readonly FileRow[]): boolean {
  const print = (files: readonly FileRow[]) =>
    files
      .filter((file) => file.renderer === null)
      .map((file) => `${file.path}\0${file.sha256}`)
      .sort()
      .join("\n");
  return print(one) === print(other);
}
