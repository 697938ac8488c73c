// Files that may match a pattern: those whose index says so, and those that the index does not know yet.
import type { Sql } from "../../../kernel/mod.ts";
import { TEXT_BYTES_MAX } from "../../documents/port.ts";
import { reach } from "../../places/port.ts";
import type { GramFilter } from "../grams.ts";
import { isWanted, type Wanted } from "./wanted.ts";

export interface Candidate {
  doc_id: string;
  path: string;
  blob_id: number;
  size_bytes: number;
}

/** A place among candidates, which stand in the order of last changes. */
export interface Place {
  updated_at: Date;
  document_id: number;
  /** Null is after all files of the document. */
  path: string | null;
}

/** Candidates in their order, and where they end; null where there are no more of them. */
export interface CandidatePage {
  files: Candidate[];
  end: Place | null;
}

/** Indexed files of current versions, the last changed documents first: those after one place, up to the documents of another. */
export async function findCandidates(
  sql: Sql,
  wish: { wanted: Wanted; filter: GramFilter; after: Place | null; until?: Place; limit: number },
): Promise<CandidatePage> {
  const { wanted, filter, after, until, limit } = wish;
  const { actor } = wanted;
  const page = sql`
    select d.document_id, d.doc_id, d.updated_at, f.path, f.blob_id, f.size_bytes
    from search_files f join documents d on d.document_id = f.document_id and d.version = f.version
    where f.workspace_id = ${actor.workspace.id} and f.blob_id is not null and ${isWanted(sql, wanted)}
      ${filter === null ? sql`` : sql`and ${holdsGrams(sql, { filter, workspace_id: actor.workspace.id })}`} ${after === null ? sql`` : sql`and ${isAfter(sql, after)}`}
      ${until ? sql`and (d.updated_at, d.document_id) >= (${until.updated_at}, ${until.document_id})` : sql``}
    order by d.updated_at desc, d.document_id desc, f.path collate "C" limit ${limit}`;
  // As one value: reading thousands of rows one by one would take longer than looking at their texts.
  const [found] = await sql<{ files: CandidateValue[]; oldest: Date | null }[]>`
    with ${reach(sql, actor)}, page as (${page})
    select coalesce(json_agg(json_build_array(document_id, doc_id, path, blob_id, size_bytes)), '[]') as files,
      min(updated_at) as oldest
    from page`;
  const files = (found?.files ?? []).map(([, doc_id, path, blob_id, size_bytes]) => ({
    doc_id,
    path,
    blob_id,
    size_bytes,
  }));
  const last = found?.files.at(-1);
  if (files.length < limit || !last || !found?.oldest) return { files, end: null };
  return { files, end: { updated_at: found.oldest, document_id: last[0], path: last[2] } };
}

type CandidateValue = [document_id: number, doc_id: string, path: string, blob_id: number, size_bytes: number];

function isAfter(sql: Sql, { updated_at, document_id, path }: Place) {
  const inDocument = path === null ? sql`` : sql`or f.path collate "C" > ${path}`;
  return sql`(d.updated_at, d.document_id) <= (${updated_at}, ${document_id})
    and (d.updated_at < ${updated_at} or d.document_id < ${document_id} ${inDocument})`;
}

/** Where the last changed documents of the workspace end, so many of them, whoever may find them; null when there are not more. */
export async function findPlaceAfter(sql: Sql, by: { workspace_id: number; documents: number }): Promise<Place | null> {
  const [place] = await sql<Omit<Place, "path">[]>`
    select updated_at, document_id from documents where workspace_id = ${by.workspace_id} and deleted_at is null
    order by updated_at desc, document_id desc offset ${by.documents} limit 1`;
  return place ? { ...place, path: null } : null;
}

/** Over `search_files f`. */
function holdsGrams(
  sql: Sql,
  { filter, workspace_id }: { filter: Exclude<GramFilter, null>; workspace_id: number },
): ReturnType<typeof sql> {
  if ("all" in filter) {
    const pieces = sql`${`{${filter.all.join(",")}}`}::text::integer[]`;
    return sql`f.blob_id in (select search_texts_holding(${workspace_id}, ${pieces}))`;
  }
  const [first = sql`true`, ...others] = ("every" in filter ? filter.every : filter.some).flatMap((part) =>
    part === null ? [] : [holdsGrams(sql, { filter: part, workspace_id })],
  );
  const joined = others.reduce(
    (sum, part) => ("every" in filter ? sql`${sum} and ${part}` : sql`${sum} or ${part}`),
    first,
  );
  return sql`(${joined})`;
}

/** Files that people sent of documents whose current version is not indexed yet, the last changed first. */
export function findUnindexed(sql: Sql, wish: { wanted: Wanted; limit: number }): Promise<Candidate[]> {
  const { actor } = wish.wanted;
  return sql<Candidate[]>`
    with ${reach(sql, actor)}
    select d.doc_id, f.path, f.blob_id, f.size_bytes
    from document_changes c join documents d using (document_id)
      join document_files f on f.document_id = d.document_id and f.version = d.version
    where c.workspace_id = ${actor.workspace.id}
      and c.change_seq > coalesce((select change_seq from search_cursors where workspace_id = ${actor.workspace.id}), 0)
      and f.renderer is null and f.size_bytes <= ${TEXT_BYTES_MAX} and ${isWanted(sql, wish.wanted)}
      and not exists (select from search_files s where s.document_id = d.document_id and s.version = d.version
        and s.workspace_id = d.workspace_id)
    order by d.updated_at desc, d.document_id desc, f.path collate "C" limit ${wish.limit}`;
}

/** Indexed texts by their blobs; one whose document has changed meanwhile may be missing. */
export async function readTexts(
  sql: Sql,
  by: { workspace_id: number; blob_ids: readonly number[] },
): Promise<Map<number, string>> {
  const rows = await sql<{ blob_id: number; body: string }[]>`
    select blob_id, body from search_texts
    where workspace_id = ${by.workspace_id} and blob_id = any(${[...by.blob_ids]}::bigint[])`;
  return new Map(rows.map((row) => [row.blob_id, row.body]));
}
