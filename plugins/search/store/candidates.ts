// Files that may match a pattern: those whose index says so, and those that the index does not know yet.
import type { Sql } from "../../../kernel/mod.ts";
import { TEXT_BYTES_MAX } from "../../documents/port.ts";
import { reach } from "../../places/port.ts";
import type { GramFilter } from "../grams.ts";
import { isWanted, type Wanted } from "./wanted.ts";

export interface Candidate {
  document_id: number;
  doc_id: string;
  updated_at: Date;
  path: string;
  blob_id: number;
  size_bytes: number;
}

/** Indexed files of current versions, the last changed documents first; `after` is where the page before ended. */
export function findCandidates(
  sql: Sql,
  wish: { wanted: Wanted; filter: GramFilter; after: Candidate | null; limit: number },
): Promise<Candidate[]> {
  const { wanted, filter, after, limit } = wish;
  const { actor } = wanted;
  return sql<Candidate[]>`
    with ${reach(sql, actor)}
    select d.document_id, d.doc_id, d.updated_at, f.path, f.blob_id, f.size_bytes
    from search_files f join documents d on d.document_id = f.document_id and d.version = f.version
    where f.workspace_id = ${actor.workspace.id} and f.blob_id is not null and ${isWanted(sql, wanted)}
      ${filter === null ? sql`` : sql`and ${holdsGrams(sql, { filter, workspace_id: actor.workspace.id })}`} ${after === null ? sql`` : sql`and ${isAfter(sql, after)}`}
    order by d.updated_at desc, d.document_id desc, f.path collate "C" limit ${limit}`;
}

function isAfter(sql: Sql, after: Candidate) {
  return sql`(d.updated_at, d.document_id) <= (${after.updated_at}, ${after.document_id})
    and (d.updated_at < ${after.updated_at} or d.document_id < ${after.document_id} or f.path collate "C" > ${after.path})`;
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
    select d.document_id, d.doc_id, d.updated_at, f.path, f.blob_id, f.size_bytes
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
