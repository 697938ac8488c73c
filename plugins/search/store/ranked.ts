// Ranked search: of everything that the caller may find, the documents whose best file holds the words best.
import type { Actor, Sql } from "../../../kernel/mod.ts";
import { nearTo } from "../../documents/port/sql.ts";
import { reach } from "../../places/port.ts";
import type { Tail } from "../tail.ts";
import { unindexedOf } from "./candidates.ts";
import { type Compared, type CompareOptions, compareAmong, compareHolding, compareSought } from "./compared.ts";
import { isSought, soughtSets, workspaceOf } from "./wanted.ts";

/** Whoever may find so few documents has each of them looked at: a common word's index would lead past all the others first. */
const FEW = 1000;

/** A place among results, which stand in this order. */
export interface RankedPlace {
  /** Lower is better. */
  score: number;
  /** Milliseconds since 1970; the last changed first. */
  updated_at: number;
  document_id: number;
}

export interface RankedFile extends RankedPlace {
  doc_id: string;
  title: string;
  path: string;
  /** Null where it is no text. */
  blob_id: number | null;
}

export interface RankedOptions extends CompareOptions {
  after: RankedPlace | null;
  limit: number;
}

/** What was found, as of one moment. */
export interface RankedFiles {
  files: RankedFile[];
  /** More files hold the words than were compared. */
  is_capped: boolean;
  /** How many changes of the workspace the index does not know. */
  unindexed: number;
}

/**
 * The permission stands inside, so the bound on candidates never takes away what few a member may find. Without a tail it is
 * the answer only where nothing is unindexed.
 */
export async function findRanked(sql: Sql, options: RankedOptions): Promise<RankedFiles> {
  const { wanted, tail } = options;
  if (!("actor" in wanted) && wanted.documents.count > FEW)
    return readBest(sql, options, compareAmong(sql, options, wanted));
  const found = await readBest(sql, options, compareHolding(sql, options));
  if (!found.is_capped || (tail === null && found.unindexed > 0)) return found;
  const near = "actor" in wanted ? await findNear(sql, wanted.actor) : null;
  return readBest(sql, options, compareSought(sql, options, near));
}

async function readBest(sql: Sql, options: RankedOptions, { sets, is_capped }: Compared): Promise<RankedFiles> {
  const { wanted, tsquery, tail, after, limit } = options;
  const isAfter = after
    ? sql`where score > ${after.score}::float4 or (score = ${after.score}::float4
        and (updated_at, document_id) < (${new Date(after.updated_at)}, ${after.document_id}))`
    : sql``;
  const [found] = await sql<RankedFiles[]>`
    with ${soughtSets(sql, wanted)} ${sets},
      scored as (
        select *, -ts_rank('{0.1, 0.2, 0.4, 1}', words, ${tsquery}::text::tsquery) as score
        from (select * from titled union all select * from candidates
          where not exists (select from titled where titled.document_id = candidates.document_id and titled.path = candidates.path)
          ${tail && tail.matches.length > 0 ? sql`union all select * from (${filesOfTail(sql, options, tail)}) as fresh` : sql``}) as every
      ),
      best as (
        select distinct on (document_id) document_id, doc_id, updated_at, path, blob_id, score
        from scored order by document_id, score, path collate "C"
      ),
      page as (select * from best ${isAfter} order by score, updated_at desc, document_id desc limit ${limit})
    select coalesce((select json_agg(json_build_object('doc_id', doc_id, 'document_id', document_id, 'path', path,
        'title', (select title from documents where documents.document_id = page.document_id), 'blob_id', blob_id, 'score', score, 'updated_at', round(extract(epoch from updated_at) * 1000))) from page), '[]') as files,
      ${is_capped} as is_capped,
      ${unindexedOf(sql, workspaceOf(wanted))} as unindexed`;
  return found ?? { files: [], is_capped: false, unindexed: 0 };
}

function filesOfTail(sql: Sql, { wanted, tsquery }: RankedOptions, { matches }: Tail) {
  return sql`
    select d.document_id, d.doc_id, d.updated_at, f.path, f.blob_id, f.words::tsvector
    from unnest(${matches.map((file) => file.document_id)}::bigint[], ${matches.map((file) => file.path)}::text[],
        ${matches.map((file) => file.blob_id)}::bigint[], ${matches.map((file) => file.words)}::text[]) as f (document_id, path, blob_id, words)
      join documents d using (document_id)
    where f.words::tsvector @@ ${tsquery}::text::tsquery and ${isSought(sql, wanted)}`;
}

/** What somebody may find where that is little, told in one row: reading a thousand costs more than a rare word does. Null where it is more. */
async function findNear(sql: Sql, actor: Actor): Promise<number[] | null> {
  const [near] = await sql<{ ids: number[] | null }[]>`
    with ${reach(sql, actor)} select case when count(*) <= ${FEW} then coalesce(array_agg(document_id), '{}') end as ids
    from ${nearTo(sql, actor, FEW + 1)} as near`;
  return near?.ids ?? null;
}

/** The beginning of what a reader sees of texts, by their blobs. */
export async function readVisible(
  sql: Sql,
  by: { workspace_id: number; blob_ids: readonly number[]; chars_max: number },
): Promise<Map<number, string>> {
  const rows = await sql<{ blob_id: number; text: string }[]>`
    select blob_id, left(coalesce(visible, body), ${by.chars_max}) as text from search_texts
    where workspace_id = ${by.workspace_id} and blob_id = any(${[...by.blob_ids]}::bigint[])`;
  return new Map(rows.map((row) => [row.blob_id, row.text]));
}
