// Ranked search: of everything that the caller may find, the documents whose best file holds the words best.
import type { Actor, Sql } from "../../../kernel/mod.ts";
import type { ListedDocument } from "../../documents/port/read.ts";
import { nearTo, ownedColumns, ownedFrom } from "../../documents/port/sql.ts";
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
  /** The beginning of what a reader sees of it; null where the index has none, and of what is not the last answer. */
  text: string | null;
  /** All that lists show of it; null where the caller is nobody. */
  document: ListedDocument | null;
}

export interface RankedOptions extends CompareOptions {
  after: RankedPlace | null;
  limit: number;
  /** So much of a text is read, for its snippet. */
  chars_max: number;
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
  const found = await readBest(sql, { ...options, is_retried_when_capped: true }, compareHolding(sql, options));
  if (!found.is_capped || (tail === null && found.unindexed > 0)) return found;
  const near = "actor" in wanted ? await findNear(sql, wanted.actor) : null;
  return readBest(sql, options, compareSought(sql, options, near));
}

/** With `is_retried_when_capped` nothing is shown of what is capped, since it is asked for once more. */
async function readBest(
  sql: Sql,
  options: RankedOptions & { is_retried_when_capped?: boolean },
  { sets, is_capped }: Compared,
): Promise<RankedFiles> {
  const { wanted, tsquery, tail, after, limit, is_retried_when_capped = false } = options;
  const isAfter = after
    ? sql`where score > ${after.score}::float4 or (score = ${after.score}::float4
        and (updated_at, document_id) < (${new Date(after.updated_at)}, ${after.document_id}))`
    : sql``;
  const workspaceId = workspaceOf(wanted);
  const columns =
    "actor" in wanted ? ownedColumns(sql, wanted.actor) : sql`d.document_id, d.doc_id, d.title, d.updated_at`;
  const from = "actor" in wanted ? ownedFrom(sql, sql`page`) : sql`page join documents d using (document_id)`;
  // What is asked for once more has its texts read then.
  const isLast = sql`(select (${tail !== null} or unindexed = 0) and (${!is_retried_when_capped} or not is_capped) from facts)`;
  const rows = await sql<FoundRow[]>`
    with ${soughtSets(sql, wanted)} ${sets},
      facts as materialized (select ${is_capped} as is_capped, ${unindexedOf(sql, workspaceId)} as unindexed),
      scored as (
        select *, -ts_rank('{0.1, 0.2, 0.4, 1}', words, ${tsquery}::text::tsquery) as score
        from (select * from titled union all select * from candidates
          where not exists (select from titled where titled.document_id = candidates.document_id and titled.path = candidates.path)
          ${tail && tail.matches.length > 0 ? sql`union all select * from (${filesOfTail(sql, options, tail)}) as fresh` : sql``}) as every
      ),
      best as (
        select distinct on (document_id) document_id, updated_at, path, blob_id, score
        from scored order by document_id, score, path collate "C"
      ),
      page as (select * from best ${isAfter} order by score, updated_at desc, document_id desc limit ${limit})
    select facts.is_capped, facts.unindexed, shown.* from facts left join (
      select page.path, page.blob_id, page.score, case when ${isLast} then (
          select left(coalesce(t.visible, t.body), ${options.chars_max}) from search_texts t
          where t.workspace_id = ${workspaceId} and t.blob_id = page.blob_id) end as text, ${columns}
      from ${from}
    ) as shown on true order by shown.score, shown.updated_at desc, shown.document_id desc`;
  const [facts] = rows;
  return {
    files: rows.flatMap((row) => (isFound(row) ? [fileOf(row)] : [])),
    is_capped: facts?.is_capped ?? false,
    unindexed: facts?.unindexed ?? 0,
  };
}

type Facts = Pick<RankedFiles, "is_capped" | "unindexed">;
type Found = Omit<RankedFile, "updated_at" | "document"> & { updated_at: Date } & Partial<ListedDocument>;
/** Without a document where nothing was found. */
type FoundRow = Facts & (Found | { document_id: null });

function isFound(row: FoundRow): row is Facts & Found {
  return row.document_id !== null;
}

function fileOf({
  is_capped: _capped,
  unindexed: _unindexed,
  path,
  blob_id,
  score,
  text,
  ...document
}: Facts & Found): RankedFile {
  const { document_id, doc_id, title, updated_at } = document;
  const file = { document_id, doc_id, title, updated_at: updated_at.getTime(), path, blob_id, score, text };
  return { ...file, document: isListed(document) ? document : null };
}

function isListed(document: Partial<ListedDocument>): document is ListedDocument {
  return document.level !== undefined;
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
