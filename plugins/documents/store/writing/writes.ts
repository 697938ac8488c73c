// Writes of what documents hold: a new one, a new version, a candidate that is shown;
// each ends in the workspace's counter.
import { countContents, noteTaken, ROUNDS_MAX, type TakenRow, takingBlobs } from "../../../../kernel/ports/blobs.ts";
import type { WriteCall } from "../../model/calls.ts";
import type { DocumentRow, FileRow } from "../../model/rows.ts";
import type { ContentFile } from "../../write/content_file.ts";
import { askToPublish } from "../../write/publishing.ts";
import { settleRetention } from "../../write/retention.ts";
import { showAnew } from "../../write/showing.ts";
import { keepLinks, linkingSources } from "../names/links.ts";
import { renewMarked } from "./pages.ts";
import { countWrite, expiryOf, growthOf, relinkRevived } from "./updates.ts";

/** Sends a statement again for as long as somebody else commits a row of the same content while it begins, and `made` is null. */
export async function untilTaken<K extends "document_id" | "version">(
  made: K,
  insert: () => Promise<(TakenRow & Record<K, number | null>)[]>,
): Promise<[TakenRow & Record<K, number>, ...(TakenRow & Record<K, number>)[]]> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const [first, ...rest] = (await insert()).filter((row): row is TakenRow & Record<K, number> => row[made] !== null);
    if (first) return [first, ...rest];
  }
  throw new Error(`blobs of new content were not kept in ${ROUNDS_MAX} rounds`);
}

/** A version that was written, and what the document's own columns are after it. */
export type Written = Pick<
  DocumentRow,
  "version" | "title" | "size_bytes" | "retention_days" | "expires_at" | "released_at"
> & {
  files: FileRow[];
};

/** The files that stay in the next version and those that are new. A candidate leaves what is shown as it is. */
export interface NextVersion {
  kept: FileRow[];
  fresh: ContentFile[];
  message: string | null;
  candidate: boolean;
  /** The document's title once this version is shown. */
  title: string;
}

/** Adds the next version to a locked document, with the rows of its new blobs. A candidate takes a number like every version. */
export async function insertVersion(call: WriteCall, document: DocumentRow, content: NextVersion): Promise<Written> {
  const { sql, now } = call;
  const fresh = content.fresh.map((file) => nameFile(file, null));
  const size = totalBytes([...content.kept, ...fresh]);
  const expiresAt = expiryOf(document, now);
  const rows = await untilTaken("version", () =>
    insertNext(call, document, { ...content, size, expires_at: expiresAt }),
  );
  const { version } = rows[0];
  const kept = noteTaken(
    content.fresh.map((file) => file.stored),
    rows,
  );
  const named = content.fresh.map((file) => nameFile(file, kept.get(file.stored.sha256)?.blob_id ?? 0));
  const files = sortFiles([...content.kept, ...named]);
  await keepLinks(sql, document.workspace_id, { sources: linkingSources(content.fresh, files) });
  if (content.candidate) {
    const { title, size_bytes, retention_days, expires_at, released_at } = document;
    return { version, files, title, size_bytes, retention_days, expires_at, released_at };
  }
  countWrite(call, document, growthOf(document, size));
  await renewMarked(call, content.fresh);
  await relinkRevived(call, document, expiresAt);
  showAnew(call, document.slug);
  const { retention_days } = document;
  const ending = { retention_days, expires_at: expiresAt, released_at: null };
  return { version, files, title: content.title, size_bytes: size, ...ending };
}

/** Answers a row a new blob, and one without any; nothing was inserted when their `version` is null. */
function insertNext(
  call: WriteCall,
  document: DocumentRow,
  { kept, fresh, message, candidate, title, size, expires_at }: NextVersion & { size: number; expires_at: Date | null },
): Promise<(TakenRow & { version: number | null })[]> {
  const { sql, actor, now } = call;
  const { document_id, workspace_id, retention_days } = document;
  const stored = fresh.map((file) => file.stored);
  const files = JSON.stringify([...kept, ...fresh.map((file) => nameFile(file, null))]);
  const shown = sql`, d as (
    update documents set version = n.version, title = ${title}, size_bytes = ${size}, updated_at = ${now},
      retention_days = ${retention_days}, expires_at = ${expires_at}, released_at = null, lost_root = null
    from n where document_id = ${document_id}
  )`;
  return sql<(TakenRow & { version: number | null })[]>`
    with ${takingBlobs(sql, { workspace_id, stored, now })}, n as (
      select max(version) + 1 as version from document_versions where document_id = ${document_id}
      having (select count(*) from taken) = ${countContents(stored)}
    ), v as (
      insert into document_versions (document_id, version, workspace_id, created_at, created_by, created_via, message, total_bytes,
        candidate)
      select ${document_id}, version, ${workspace_id}, ${now}, ${call.via === "system" ? null : actor.user_id}::bigint, ${call.via}, ${message}, ${size}, ${candidate} from n
    ), f as (
      insert into document_files (document_id, version, path, workspace_id, blob_id, sha256, size_bytes, content_type, renderer)
      select ${document_id}, n.version, x.path, ${workspace_id}, coalesce(x.blob_id, taken.blob_id), decode(x.sha256, 'hex'),
        x.size_bytes, x.content_type, x.renderer
      from n, jsonb_to_recordset(${files}::text::jsonb)
          as x(path text, blob_id bigint, sha256 text, size_bytes bigint, content_type text, renderer integer)
        left join taken on taken.sha256 = decode(x.sha256, 'hex')
    )${candidate ? sql`` : shown}
    select n.version, encode(taken.sha256, 'hex') as sha256, taken.blob_id, taken.storage_key
    from (values (1)) as one left join n on true left join taken on true`;
}

/** Shows a candidate of a locked document from now on. */
export async function showCandidate(
  call: WriteCall,
  current: DocumentRow,
  candidate: { version: number; files: FileRow[]; title: string },
): Promise<Written> {
  const { sql, now } = call;
  const retention_days = await settleRetention(call, current);
  const document = { ...current, retention_days };
  const { title, files } = candidate;
  await askToPublish(call, { ...document, title }, { before: current, files });
  const size = totalBytes(candidate.files);
  const expiresAt = expiryOf(document, now);
  await sql`
    with v as (
      update document_versions set candidate = false
      where document_id = ${document.document_id} and version = ${candidate.version}
    )
    update documents set version = ${candidate.version}, title = ${candidate.title}, size_bytes = ${size}, updated_at = ${now},
      retention_days = ${retention_days}, expires_at = ${expiresAt}, released_at = null, lost_root = null
    where document_id = ${document.document_id}`;
  countWrite(call, document, growthOf(document, size));
  await relinkRevived(call, document, expiresAt);
  showAnew(call, document.slug);
  return { ...candidate, size_bytes: size, retention_days, expires_at: expiresAt, released_at: null };
}

/** In the order in which queries answer them. */
export function sortFiles<F extends { path: string }>(files: F[]): F[] {
  return files.sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
}

export function nameFile<B extends number | null>(file: ContentFile, blob_id: B) {
  const { path, content_type, renderer, stored } = file;
  return { path, blob_id, sha256: stored.sha256, size_bytes: stored.size_bytes, content_type, renderer };
}

/** The bytes that people sent: pages which the service made come and go with its renderer and are not charged. */
export function totalBytes(files: readonly { size_bytes: number; renderer: number | null }[]): number {
  return files.reduce((sum, file) => sum + (file.renderer === null ? file.size_bytes : 0), 0);
}
