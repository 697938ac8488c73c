// Puts a page that the service made anew in the place of the old one, inside the same version (rules: versions 2).
import { enqueue, type House, keepBlobs, type Sql } from "../../../kernel/mod.ts";
import type { WriteCall } from "../model/calls.ts";
import type { DocumentRow, FileRow } from "../model/rows.ts";
import type { ContentFile } from "../write/content_file.ts";
import { showAnew } from "../write/showing.ts";
import { documentColumns, filesColumn, findVersionFiles, placed } from "./documents.ts";
import { linking } from "./links.ts";

/** Answers the document's files afterwards. The caller holds the document's lock. */
export async function replacePage(call: WriteCall, document: DocumentRow, page: ContentFile): Promise<FileRow[]> {
  await swapPage(call.sql, { document, page, now: call.now });
  showAnew(call, document.slug);
  return (await findVersionFiles(call.sql, document)) ?? [];
}

/** The job that makes outdated pages anew. */
export const RENEWAL_KIND = "documents.renew_pages";
/** The same at once: what comes round every hour waits for its hour, however often it is asked for. */
export const RENEWAL_NOW_KIND = "documents.renew_marked_pages";

/** Lets the current page stand and marks it as outdated: the renewal makes it again from what is stored then. */
export async function renewLater({ sql, now }: Pick<WriteCall, "sql" | "now">, document: DocumentRow): Promise<void> {
  await sql`
    update document_files set renderer = 0
    where document_id = ${document.document_id} and version = ${document.version} and renderer is not null`;
  await enqueue(sql, { kind: RENEWAL_NOW_KIND, payload: {}, due_at: now, dedupe_key: RENEWAL_NOW_KIND });
}

/** Marks the pages that link to these names as outdated: the renewal makes them again, with the links as they are then. */
export async function renewLinking(
  { sql, now }: Pick<WriteCall, "sql" | "now">,
  to: { workspace_id: number; aliases: readonly string[]; doc_ids: readonly string[] },
): Promise<void> {
  const marked = await sql`
    update document_files page set renderer = 0 from (
      select d.document_id, d.version from ${linking(sql)}
      where d.workspace_id = ${to.workspace_id} and (l.alias = any(${[...to.aliases]}) or l.doc_id = any(${[...to.doc_ids]}))
    ) as linking
    where page.document_id = linking.document_id and page.version = linking.version and page.renderer is not null`;
  if (marked.count === 0) return;
  await enqueue(sql, { kind: RENEWAL_NOW_KIND, payload: {}, due_at: now, dedupe_key: RENEWAL_NOW_KIND });
}

/** Names the new bytes in the old one's row; answers the keys of bytes that were here before. */
export async function swapPage(
  sql: Sql,
  options: { document: Pick<DocumentRow, "document_id" | "workspace_id" | "version">; page: ContentFile; now: Date },
): Promise<string[]> {
  const { document, page, now } = options;
  const [kept] = await keepBlobs(sql, { workspace_id: document.workspace_id, stored: [page.stored], now });
  if (!kept) throw new Error("keepBlobs answered nothing for one blob");
  await sql`
    update document_files set blob_id = ${kept.blob_id}, sha256 = decode(${page.stored.sha256}, 'hex'),
      size_bytes = ${page.stored.size_bytes}, renderer = ${page.renderer}
    where document_id = ${document.document_id} and version = ${document.version} and path = ${page.path}`;
  return kept.duplicate ? [page.stored.key] : [];
}

/** Live documents whose current page an older renderer made, after the given key in order of keys. */
export function findOutdated(
  house: House,
  options: { renderer: number; after: number; limit: number },
): Promise<(DocumentRow & { files: FileRow[] })[]> {
  const { sql } = house.database;
  return sql<(DocumentRow & { files: FileRow[] })[]>`
    select ${documentColumns(sql)}, ${filesColumn(sql)} from ${placed(sql)}
    where d.deleted_at is null and d.document_id > ${options.after} and exists (
      select 1 from document_files f
      where f.document_id = d.document_id and f.version = d.version and f.renderer < ${options.renderer}
    )
    order by d.document_id limit ${options.limit}`;
}
