// Files that may match a pattern: those whose index says so, and those that the index does not know yet.
import type { Sql } from "../../../kernel/plugin.ts";
import { reach } from "../../places/port.ts";
import { TEXT_BYTES_MAX } from "../../texts/port.ts";
import type { GramFilter } from "../regex/gram_filter.ts";
import { isWanted, type Wanted } from "./wanted.ts";

/** A place among candidates, which stand in the order of last changes. */
export interface Place {
  /** Milliseconds since 1970. */
  updated_at: number;
  document_id: number;
  path: string;
}

export interface Candidate extends Place {
  doc_id: string;
  blob_id: number;
  size_bytes: number;
  /** Whether the index has its text. */
  is_indexed: boolean;
}

/** Candidates in their order as of one moment, so that none is among the indexed and the others or among neither. */
export interface CandidatePage {
  files: Candidate[];
  is_last: boolean;
  /** The number of the workspace's last change at that moment. */
  change_seq: number;
}

export interface CandidateOptions {
  wanted: Wanted;
  /** Files that are not indexed are not filtered. */
  filter: GramFilter;
  after: Place | null;
  /** The last document. */
  until?: Omit<Place, "path"> | null;
  /** Only documents with a change behind this number. */
  since: number | null;
  limit: number;
}

/** Files that people sent of current versions, the last changed documents first. */
export async function findCandidates(sql: Sql, options: CandidateOptions): Promise<CandidatePage> {
  const { actor } = options.wanted;
  const workspaceId = actor.workspace.id;
  const order = sql`order by updated_at desc, document_id desc, path collate "C" limit ${options.limit}`;
  // As one value: reading thousands of rows one by one would take longer than looking at their texts.
  const [found] = await sql<{ files: CandidateValue[]; change_seq: number }[]>`
    with ${reach(sql, actor)}, indexed as (
      select d.document_id, d.doc_id, d.updated_at, f.path, f.blob_id, f.size_bytes, true as is_indexed
      from search_files f join documents d on d.document_id = f.document_id and d.version = f.version
      where f.workspace_id = ${workspaceId} and f.blob_id is not null and ${isWithin(sql, options)}
        ${options.filter === null ? sql`` : sql`and ${holdsGrams(sql, { filter: options.filter, workspace_id: workspaceId })}`}
      ${order}
    ), unindexed as (
      select d.document_id, d.doc_id, d.updated_at, f.path, f.blob_id, f.size_bytes, false
      from document_changes c join documents d using (document_id)
        join document_files f on f.document_id = d.document_id and f.version = d.version
      where ${unindexedOf(sql, workspaceId)} > 0 and c.workspace_id = ${workspaceId} and c.change_seq > ${indexedUpTo(sql, workspaceId)}
        and f.renderer is null and f.size_bytes <= ${TEXT_BYTES_MAX} and ${isWithin(sql, options)}
        and not exists (select from search_files s where s.document_id = d.document_id and s.version = d.version
          and s.workspace_id = d.workspace_id)
      ${order}
    ), page as (
      select * from (select * from indexed union all select * from unindexed) as file ${order}
    )
    select coalesce(json_agg(json_build_array(document_id, doc_id, path, blob_id, size_bytes, is_indexed,
        round(extract(epoch from updated_at) * 1000))), '[]') as files,
      coalesce((select change_seq from document_counters where workspace_id = ${workspaceId}), 0) as change_seq
    from page`;
  const { files: values = [], change_seq = 0 } = found ?? {};
  const files = values.map(([document_id, doc_id, path, blob_id, size_bytes, is_indexed, updated_at]) => ({
    document_id,
    doc_id,
    path,
    blob_id,
    size_bytes,
    is_indexed,
    updated_at,
  }));
  return { files, is_last: files.length < options.limit, change_seq };
}

type CandidateValue = [number, string, string, number, number, boolean, number];

/** Over `documents d` and a file `f` of it. */
function isWithin(sql: Sql, { wanted, after, until, since }: CandidateOptions) {
  const { workspace } = wanted.actor;
  return sql`${isWanted(sql, wanted)}
    ${after ? sql`and ${isAfter(sql, after)}` : sql``}
    ${until ? sql`and (d.updated_at, d.document_id) >= (${new Date(until.updated_at)}, ${until.document_id})` : sql``}
    ${
      since === null
        ? sql``
        : sql`and d.document_id in (
      select document_id from document_changes where workspace_id = ${workspace.id} and change_seq > ${since})`
    }`;
}

function isAfter(sql: Sql, place: Place) {
  const updated_at = new Date(place.updated_at);
  return sql`(d.updated_at, d.document_id) <= (${updated_at}, ${place.document_id})
    and (d.updated_at < ${updated_at} or d.document_id < ${place.document_id} or f.path collate "C" > ${place.path})`;
}

/** Where the last changed documents of the workspace end, so many of them, whoever may find them; null when there are not more. */
export async function findPlaceAfter(
  sql: Sql,
  by: { workspace_id: number; documents: number },
): Promise<Omit<Place, "path"> | null> {
  const [place] = await sql<{ updated_at: Date; document_id: number }[]>`
    select updated_at, document_id from documents where workspace_id = ${by.workspace_id} and deleted_at is null
    order by updated_at desc, document_id desc offset ${by.documents} limit 1`;
  return place ? { updated_at: place.updated_at.getTime(), document_id: place.document_id } : null;
}

/** The number of the last change that the index of a workspace knows. */
export function indexedUpTo(sql: Sql, workspaceId: number) {
  return sql`coalesce((select change_seq from search_cursors where workspace_id = ${workspaceId}), 0)`;
}

/** How many changes of a workspace the index does not know; where it is none, a condition on it keeps a query from looking for them. */
export function unindexedOf(sql: Sql, workspaceId: number) {
  return sql`(coalesce((select change_seq from document_counters where workspace_id = ${workspaceId}), 0) - ${indexedUpTo(sql, workspaceId)})`;
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
