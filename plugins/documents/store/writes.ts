// Writes of documents: a new one, a new version, changed fields; each ends in the workspace's counter.
import { DAY_MS, keepBlobs, later, randomSlug, randomToken, type Sql } from "../../../kernel/mod.ts";
import type { WriteCall } from "../calls.ts";
import type { ContentFile } from "../content.ts";
import { servedPort } from "../port.ts";
import type { DocumentRow, FileRow } from "../rows.ts";
import { touchCounter } from "./counters.ts";

/** What a new document is told about itself. */
export interface NewDocument {
  title: string;
  kind: DocumentRow["kind"];
  folder: string;
  source_path: string;
  tags: string[];
  visibility: DocumentRow["visibility"];
  listing: DocumentRow["listing"];
  password_hash: string | null;
  retention_days: number;
  expires_at: Date | null;
  description: string;
  attrs: Record<string, string>;
}

interface StoredFile {
  path: string;
  blob_id: number;
  sha256: string;
  size_bytes: number;
  content_type: string;
  renderer: number | null;
}

/** Adds a document with its first version, in one statement. */
export async function insertDocument(
  call: WriteCall,
  document: NewDocument,
  content: { files: ContentFile[]; message: string | null },
): Promise<DocumentRow & { files: FileRow[] }> {
  const { sql, actor, now } = call;
  const workspaceId = actor.workspace.id;
  const files = sortFiles(await keepFiles(call, content.files));
  const size = totalBytes(files);
  const docId = `doc_${randomToken()}`;
  const slug = randomSlug();
  const [row] = await sql<{ document_id: number }[]>`
    with d as (
      insert into documents (workspace_id, doc_id, slug, owner_id, created_by, title, kind, doc_type, folder, source_path, tags, visibility,
        listing, password_hash, retention_days, expires_at, description, attrs, version, size_bytes, created_at, updated_at)
      values (${workspaceId}, ${docId}, ${slug}, ${actor.user_id}, ${actor.user_id}, ${document.title}, ${document.kind},
        'document', ${document.folder}, ${document.source_path}, ${document.tags}, ${document.visibility}, ${document.listing},
        ${document.password_hash}, ${document.retention_days}, ${document.expires_at}, ${document.description},
        ${sql.json(document.attrs)}, 1, ${size}, ${now}, ${now})
      returning document_id
    ), v as (
      insert into document_versions (document_id, version, workspace_id, created_at, created_by, created_via, message, total_bytes)
      select document_id, 1, ${workspaceId}, ${now}, ${actor.user_id}, ${call.via}, ${content.message}, ${size} from d
    ), f as (
      ${insertFiles(sql, { files, workspace_id: workspaceId, from: sql`(select document_id, 1 as version from d)` })}
    )
    select document_id from d`;
  if (!row) throw new Error("insert into documents returned no row");
  touchCounter(call, { document_id: row.document_id, owner_id: actor.user_id, bytes: size, live: 1 });
  return {
    ...document,
    ...row,
    workspace_id: workspaceId,
    doc_id: docId,
    slug,
    owner_id: actor.user_id,
    doc_type: "document",
    version: 1,
    size_bytes: size,
    created_at: now,
    updated_at: now,
    deleted_at: null,
    purge_at: null,
    files,
  };
}

/** Adds the next version to a locked document. `files` are all of its files: those that stay and those that are new. */
export async function insertVersion(
  call: WriteCall,
  document: DocumentRow,
  content: { kept: FileRow[]; fresh: ContentFile[]; message: string | null },
): Promise<{ version: number; files: FileRow[]; size_bytes: number; expires_at: Date | null }> {
  const { sql, actor, now } = call;
  const files = sortFiles([...content.kept, ...(await keepFiles(call, content.fresh))]);
  const size = totalBytes(files);
  const version = document.version + 1;
  const expiresAt = expiryOf(document.retention_days, now);
  await sql`
    with v as (
      insert into document_versions (document_id, version, workspace_id, created_at, created_by, created_via, message, total_bytes)
      values (${document.document_id}, ${version}, ${document.workspace_id}, ${now}, ${actor.user_id}, ${call.via},
        ${content.message}, ${size})
    ), f as (
      ${insertFiles(sql, {
        files,
        workspace_id: document.workspace_id,
        from: sql`(select ${document.document_id}::bigint as document_id, ${version}::integer as version)`,
      })}
    )
    update documents set version = ${version}, size_bytes = ${size}, updated_at = ${now}, expires_at = ${expiresAt}
    where document_id = ${document.document_id}`;
  touchCounter(call, { ...document, bytes: size - document.size_bytes, live: 0 });
  showAnew(call, document.slug);
  return { version, files, size_bytes: size, expires_at: expiresAt };
}

/** In the order in which queries answer them. */
function sortFiles<F extends { path: string }>(files: F[]): F[] {
  return files.sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
}

/** New content is shown here at once after the commit, and by the other servers a moment later. */
export function showAnew(call: WriteCall, slug: string): void {
  call.afterCommit(() => call.use(servedPort).refresh([slug]));
}

/** What may close the document is told to every server inside the transaction, so that it acts with the commit. */
export async function closeAnew(call: WriteCall, slug: string): Promise<void> {
  await call.use(servedPort).announce(call.sql, [slug]);
  showAnew(call, slug);
}

/** `retention_days` counts from the last content write, or from when it was set (part 5, 5.4). */
export function expiryOf(retentionDays: number, from: Date): Date | null {
  return retentionDays === 0 ? null : later(from, retentionDays * DAY_MS);
}

function insertFiles(sql: Sql, given: { files: StoredFile[]; workspace_id: number; from: ReturnType<Sql> }) {
  const rows = JSON.stringify(given.files);
  return sql`
    insert into document_files (document_id, version, path, workspace_id, blob_id, sha256, size_bytes, content_type, renderer)
    select d.document_id, d.version, x.path, ${given.workspace_id}, x.blob_id, decode(x.sha256, 'hex'), x.size_bytes, x.content_type,
      x.renderer
    from ${given.from} as d, jsonb_to_recordset(${rows}::text::jsonb)
      as x(path text, blob_id bigint, sha256 text, size_bytes bigint, content_type text, renderer integer)`;
}

/** Names the stored bytes by rows that the sweep respects. */
async function keepFiles(call: WriteCall, files: readonly ContentFile[]): Promise<StoredFile[]> {
  if (files.length === 0) return [];
  const stored = files.map((file) => file.stored);
  const kept = await keepBlobs(call.sql, { workspace_id: call.actor.workspace.id, stored, now: call.now });
  return files.map((file, index) => ({
    path: file.path,
    blob_id: kept[index]?.blob_id ?? 0,
    sha256: file.stored.sha256,
    size_bytes: file.stored.size_bytes,
    content_type: file.content_type,
    renderer: file.renderer,
  }));
}

/** The bytes that people sent: pages which the service made come and go with its renderer and are not charged. */
function totalBytes(files: readonly { size_bytes: number; renderer: number | null }[]): number {
  return files.reduce((sum, file) => sum + (file.renderer === null ? file.size_bytes : 0), 0);
}

/** Columns that decide who may open a document, and until when. */
const CLOSING = ["visibility", "listing", "password_hash", "expires_at"] as const;

/** Changes a document's own columns; the members given are exactly the columns set. */
export async function updateDocument(
  call: WriteCall,
  document: DocumentRow,
  changes: Partial<Omit<DocumentRow, "document_id" | "workspace_id" | "doc_id" | "slug" | "version" | "size_bytes">>,
): Promise<void> {
  const { attrs, ...plain } = changes;
  const columns = attrs === undefined ? plain : { ...plain, attrs: call.sql.json(attrs) };
  if (Object.keys(columns).length > 0) {
    await call.sql`update documents set ${call.sql(columns)} where document_id = ${document.document_id}`;
  }
  touchCounter(call, { ...document, bytes: 0, live: 0 });
  if (CLOSING.some((name) => name in changes)) await closeAnew(call, document.slug);
}
