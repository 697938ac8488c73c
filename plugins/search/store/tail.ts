// Files whose words the index does not have as they are now:
// of documents that have changed since it was last brought up.
import type { Sql } from "../../../kernel/plugin.ts";
import { TEXT_BYTES_MAX } from "../../texts/port.ts";
import { indexedUpTo, type Place, unindexedOf } from "./candidates.ts";
import { labelOf } from "./index_rows.ts";
import { isSought, type Sought, soughtSets, workspaceOf } from "./wanted.ts";

/** A document of the tail, with what its words are made of beside its files. */
export interface TailDocument {
  document_id: number;
  title: string;
  tags: string[];
  description: string;
}

export interface TailFile extends Place {
  blob_id: number;
  size_bytes: number;
  content_type: string;
  is_source: boolean;
}

export interface TailPage {
  documents: TailDocument[];
  files: TailFile[];
}

/** Up to so many changes each is looked at; of more, documents in their order until the page is full. */
export const FEW = 2000;

/** The page of a search that begins, as it stands in the query that ranks, so that both are of one moment. */
export function firstTail(sql: Sql, wanted: Sought, limit: number) {
  const few = sql`(select unindexed between 1 and ${FEW} from behind)`;
  const changed = sql`search_unindexed(${workspaceOf(wanted)}) as c (document_id)`;
  return sql`behind as materialized (select ${unindexedOf(sql, workspaceOf(wanted))} as unindexed),
    tail as materialized (${filesOf(sql, wanted, { changed, where: sql`and ${few}` })} limit ${limit})`;
}

/** Whether more has changed than the page of `firstTail` shows. */
export function isTailLonger(sql: Sql, limit: number) {
  return sql`((select unindexed > ${FEW} from behind) or (select count(*) from tail) >= ${limit})`;
}

/** The page of a set `tail`, as two columns. */
export function tailColumns(sql: Sql, when: Fragment = sql`true`) {
  return sql`
    case when ${when} then (select coalesce(json_agg(json_build_object('document_id', document_id, 'title', title, 'tags', tags,
        'description', description)), '[]') from documents where document_id in (select document_id from tail)) end as tail_documents,
    case when ${when} then (select coalesce(json_agg(json_build_array(document_id, round(extract(epoch from updated_at) * 1000), path, blob_id,
        size_bytes, content_type, is_source)), '[]') from tail) end as tail_files`;
}

/** Null where `when` was not true. */
export interface TailRow {
  tail_documents: TailDocument[] | null;
  tail_files: [number, number, string, number, number, string, boolean][] | null;
}

export function tailPageOf({ tail_documents, tail_files }: TailRow): TailPage {
  const files = (tail_files ?? []).map(
    ([document_id, updated_at, path, blob_id, size_bytes, content_type, is_source]) => ({
      document_id,
      updated_at,
      path,
      blob_id,
      size_bytes,
      content_type,
      is_source,
    }),
  );
  return { documents: tail_documents ?? [], files };
}

/** So many files of such documents that are wanted, the last changed first. */
export async function findTail(
  sql: Sql,
  { wanted, unindexed, after, limit }: { wanted: Sought; unindexed: number; after: Place | null; limit: number },
): Promise<TailPage> {
  const workspaceId = workspaceOf(wanted);
  const updated_at = new Date(after?.updated_at ?? 0);
  const where = after
    ? sql`and (d.updated_at, d.document_id) <= (${updated_at}, ${after.document_id}) and (d.updated_at < ${updated_at}
        or d.document_id < ${after.document_id} or f.path collate "C" > ${after.path})`
    : sql``;
  const changed =
    unindexed <= FEW
      ? sql`search_unindexed(${workspaceId}) as c (document_id)`
      : sql`(select document_id from document_changes where workspace_id = ${workspaceId}
          and change_seq > ${indexedUpTo(sql, workspaceId)}) as c`;
  const [page] = await sql<TailRow[]>`
    with ${soughtSets(sql, wanted)} tail as materialized (${filesOf(sql, wanted, { changed, where })} limit ${limit})
    select ${tailColumns(sql)}`;
  return page ? tailPageOf(page) : { documents: [], files: [] };
}

type Fragment = ReturnType<typeof isSought>;

function filesOf(sql: Sql, wanted: Sought, { changed, where }: { changed: Fragment; where: Fragment }) {
  return sql`
    select d.document_id, d.updated_at, f.path, f.blob_id, f.size_bytes, f.content_type, f.path = d.source_path as is_source
    from ${changed} join documents d using (document_id)
      join document_files f on f.document_id = d.document_id and f.version = d.version
    where f.renderer is null and (f.size_bytes <= ${TEXT_BYTES_MAX} or f.path = d.source_path)
      and ${isSought(sql, wanted)} ${where}
      and not exists (select from search_files s where s.document_id = d.document_id and s.version = d.version
        and s.workspace_id = d.workspace_id and s.label = ${labelOf(sql)})
    order by updated_at desc, document_id desc, path collate "C"`;
}
