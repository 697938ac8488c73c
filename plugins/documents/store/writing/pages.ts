// Puts a page that the service made anew in the place of the old one, inside the same version
// (rules: versions/people_count).
import { enqueue, type Runtime, type Sql } from "../../../../kernel/plugin.ts";
import { keepBlobs } from "../../../../kernel/ports/blobs.ts";
import type { WriteCall } from "../../model/calls.ts";
import type { DocumentRow, FileRow } from "../../model/rows.ts";
import { type ContentFile, OUTDATED, type Stamps } from "../../write/content_file.ts";
import { showAnew } from "../../write/showing.ts";
import { keepLinks, linking, linkingSources } from "../names/links.ts";
import { namesOf } from "../names/notes.ts";
import { documentColumns, filesColumn, findVersionFiles, placed } from "../reading/documents.ts";

/**
 * Puts a page in the place of the one that the current version has, which makes no version. Answers the document's files
 * afterwards. The caller holds the document's lock.
 */
export async function replacePage(call: WriteCall, document: DocumentRow, page: ContentFile): Promise<FileRow[]> {
  await swapPage(call.sql, { document, page, now: call.now });
  await renewMarked(call, [page]);
  const files = (await findVersionFiles(call.sql, document)) ?? [];
  await keepLinks(call.sql, document.workspace_id, { sources: linkingSources([page], files), anew: true });
  showAnew(call, document.slug);
  return files;
}

/** The job that makes outdated pages anew. */
export const RENEWAL_KIND = "documents.renew_pages";
/** The same at once: what comes round every hour waits for its hour, however often it is asked for. */
export const RENEWAL_NOW_KIND = "documents.renew_marked_pages";

/**
 * Lets the current page stand and marks it as outdated: the renewal makes it again a moment later, from what is stored then.
 * Whoever marks a page that shows more than its document's source holds the document's lock, as `lockLoaded` takes it.
 */
export async function renewLater(
  { sql, now }: Pick<WriteCall, "sql" | "now">,
  document: Pick<DocumentRow, "document_id" | "version">,
): Promise<void> {
  await sql`
    update document_files set renderer = ${nextMark(sql)}
    where document_id = ${document.document_id} and version = ${document.version} and renderer is not null`;
  await renewNow({ sql, now });
}

/** Has those pages among new files made again that were outdated from the beginning. */
export async function renewMarked(
  call: Pick<WriteCall, "sql" | "now">,
  files: readonly Pick<ContentFile, "renderer">[],
): Promise<void> {
  if (files.some(({ renderer }) => renderer === OUTDATED)) await renewNow(call);
}

async function renewNow({ sql, now }: Pick<WriteCall, "sql" | "now">): Promise<void> {
  await enqueue(sql, { kind: RENEWAL_NOW_KIND, payload: {}, due_at: now, dedupe_key: RENEWAL_NOW_KIND });
}

/** Each mark differs from the one before: a page that was made before the last of them stays marked. */
function nextMark(sql: Sql) {
  return sql`least(renderer, ${OUTDATED + 1}) - 1`;
}

/** Marks the pages that link to these names as outdated: the renewal makes them again, with the links as they are then. */
export async function renewLinking(
  { sql, now }: Pick<WriteCall, "sql" | "now">,
  to: { workspace_id: number; aliases: readonly string[]; doc_ids: readonly string[] },
): Promise<void> {
  await markPages(
    { sql, now },
    sql`
    select d.document_id from ${linking(sql)}
    where d.workspace_id = ${to.workspace_id} and (l.alias = any(${[...to.aliases]}) or l.doc_id = any(${[...to.doc_ids]}))`,
  );
}

/** The same for the pages whose links of vaults name documents by file name, title or another name of theirs. */
export async function renewNaming(
  { sql, now }: Pick<WriteCall, "sql" | "now">,
  named: { workspace_id: number; doc_ids: readonly string[] },
): Promise<void> {
  await markPages(
    { sql, now },
    sql`
    select d.document_id from (
      select distinct d.workspace_id, '[[' || note as mark from documents d cross join ${namesOf(sql)} as n
      where d.workspace_id = ${named.workspace_id} and d.doc_id = any(${[...named.doc_ids]})
    ) names join source_paths s on s.workspace_id = names.workspace_id and s.path = names.mark and s.path like '[[%'
      join document_files f on f.blob_id = s.blob_id
      join documents d on d.document_id = f.document_id and d.version = f.version and d.source_path = f.path and d.kind = 'markdown'`,
  );
}

/**
 * Marks the pages of the documents that a statement lists. A change of files touches its document's row too, so the documents are
 * held first, in order: writes and renewals that meet on the same pages wait for each other, and never in a circle.
 */
async function markPages({ sql, now }: Pick<WriteCall, "sql" | "now">, listed: ReturnType<Sql>): Promise<void> {
  const marked = await sql`
    with listed as materialized (${listed}), held as materialized (
      select document_id, version from documents where document_id in (select document_id from listed)
      order by document_id for no key update
    )
    update document_files page set renderer = ${nextMark(sql)} from held
    where page.document_id = held.document_id and page.version = held.version and page.renderer is not null`;
  if (marked.count > 0) await renewNow({ sql, now });
}

/**
 * Names the new bytes in the old one's row, which stays marked where it was marked again since `seen`. Answers the keys of bytes
 * that were here before.
 */
export async function swapPage(
  sql: Sql,
  options: {
    document: Pick<DocumentRow, "document_id" | "workspace_id" | "version">;
    page: ContentFile;
    /** The stamp of the page when its maker began; without it, the page is made under the document's lock. */
    seen?: number | null | undefined;
    now: Date;
  },
): Promise<string[]> {
  const { document, page, seen, now } = options;
  const [kept] = await keepBlobs(sql, { workspace_id: document.workspace_id, stored: [page.stored], now });
  if (!kept) throw new Error("keepBlobs answered nothing for one blob");
  await sql`
    update document_files set blob_id = ${kept.blob_id}, sha256 = decode(${page.stored.sha256}, 'hex'),
      size_bytes = ${page.stored.size_bytes},
      renderer = case when ${seen ?? null}::integer <> renderer then renderer else ${page.renderer}::integer end
    where document_id = ${document.document_id} and version = ${document.version} and path = ${page.path}`;
  return kept.duplicate ? [page.stored.key] : [];
}

/** Live documents whose current page is marked, or made by what is older than these stamps; after the given key in order of keys. */
export function findOutdated(
  runtime: Runtime,
  options: { stamps: Stamps; after: number; limit: number },
): Promise<(DocumentRow & { files: FileRow[] })[]> {
  const { sql } = runtime.database;
  const { own, from, by_type } = options.stamps;
  const highest = Math.max(from, ...Object.values(by_type));
  return sql<(DocumentRow & { files: FileRow[] })[]>`
    select ${documentColumns(sql)}, ${filesColumn(sql)} from ${placed(sql)}
    where d.deleted_at is null and d.document_id > ${options.after} and exists (
      select 1 from document_files f
      where f.document_id = d.document_id and f.version = d.version and (f.renderer < ${own}
        or (f.renderer >= ${from} and f.renderer < ${highest} and f.renderer < (${sql.json(by_type)}::jsonb ->> d.doc_type)::integer))
    )
    order by d.document_id limit ${options.limit}`;
}
