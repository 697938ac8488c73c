// Ranked search: of everything that the caller may find, the documents whose best file holds the words best.
import type { Actor, Sql } from "../../../kernel/plugin.ts";
import type { ListedDocument } from "../../documents/port/read.ts";
import { nearTo, ownedColumns, ownedFrom } from "../../documents/port/sql.ts";
import { reach } from "../../places/port.ts";
import type { Tail } from "../find/tail.ts";
import {
  type Compared,
  type CompareOptions,
  compareAmong,
  compareHolding,
  compareSought,
  type Known,
} from "./compared.ts";
import { firstTail, isTailLonger, type TailPage, type TailRow, tailColumns, tailPageOf } from "./tail.ts";
import { isSought, soughtSets, workspaceOf } from "./wanted.ts";

type Fragment = ReturnType<typeof isSought>;

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
}

/** The same beside what the index does not know, which is not among the files. */
export interface RankedIndex extends RankedFiles {
  tail: TailPage;
  /** More has changed than `tail` shows; nothing was compared then, since it would be once more with all of it. */
  is_tail_longer: boolean;
  /** How many changes of the workspace the index does not know. */
  unindexed: number;
}

/** What the index knows, and beside it so many files that it does not know: both of one moment, so that none is in neither. */
export async function rankIndexed(
  sql: Sql,
  options: RankedOptions,
  { tail_files_max }: { tail_files_max: number },
): Promise<RankedIndex> {
  const isLonger = isTailLonger(sql, tail_files_max);
  const known = { fresh: sql`f.document_id not in (select document_id from tail)`, isHandled: sql`not ${isLonger}` };
  const { found, facts, isToRetry } = await compare<TailFacts>(sql, options, {
    ...known,
    before: sql`${firstTail(sql, options.wanted, tail_files_max)},`,
    facts: (when) =>
      sql`${isLonger} as is_tail_longer, (select unindexed from behind) as unindexed, ${tailColumns(sql, when)}`,
  });
  const { is_tail_longer = false, unindexed = 0 } = facts ?? {};
  const tail = facts ? tailPageOf(facts) : { documents: [], files: [] };
  const stale = new Set(tail.files.map(({ document_id }) => document_id));
  const whole = isToRetry ? await rankCapped(sql, options, { fresh: freshBeside(sql, stale) }) : found;
  return { ...whole, tail, is_tail_longer, unindexed };
}

type TailFacts = TailRow & Pick<RankedIndex, "is_tail_longer" | "unindexed">;

/** What the index knows together with what matches of a tail that was looked at. */
export async function rankWithTail(sql: Sql, options: RankedOptions, tail: Tail): Promise<RankedFiles> {
  const known = { fresh: freshBeside(sql, tail.document_ids), more: filesOfTail(sql, options, tail) };
  const { found, isToRetry } = await compare(sql, options, { ...known, isHandled: sql`true` });
  return isToRetry ? rankCapped(sql, options, known) : found;
}

/** What matches of a tail, alone. */
export async function rankTail(sql: Sql, options: RankedOptions, tail: Tail): Promise<RankedFiles> {
  const none = sql`candidates as materialized (${filesOfTail(sql, options, tail)}), titled as (select * from candidates where false)`;
  return (await readBest(sql, options, { sets: none, is_capped: sql`false` })).found;
}

function freshBeside(sql: Sql, stale: ReadonlySet<number>): Fragment {
  return stale.size === 0 ? sql`true` : sql`f.document_id <> all(${[...stale]}::bigint[])`;
}

/** The permission stands inside, so the bound on candidates never takes away what few a member may find. */
async function compare<Facts extends object>(
  sql: Sql,
  options: RankedOptions,
  { before, facts, more, ...known }: Known & Pick<Read, "before" | "facts" | "more">,
) {
  const { wanted } = options;
  const isAmong = !("actor" in wanted) && wanted.documents.count > FEW;
  const compared = isAmong
    ? compareAmong(sql, options, { ...known, among: wanted })
    : compareHolding(sql, options, known);
  const read = await readBest<Facts>(sql, options, {
    ...compared,
    before,
    facts,
    more,
    is_retried_when_capped: !isAmong,
  });
  return { ...read, isToRetry: read.found.is_capped && !isAmong };
}

async function rankCapped(
  sql: Sql,
  options: RankedOptions,
  { fresh, more }: Pick<Known, "fresh"> & Pick<Read, "more">,
): Promise<RankedFiles> {
  const near = "actor" in options.wanted ? await findNear(sql, options.wanted.actor) : null;
  const compared = compareSought(sql, options, { fresh, near });
  return (await readBest(sql, options, { ...compared, more })).found;
}

interface Read extends Compared {
  /** Sets that the others ask. */
  before?: Fragment | undefined;
  /** Columns that tell of the whole, the large ones only where the condition holds: on one row. */
  facts?: ((when: Fragment) => Fragment) | undefined;
  /** Files that are compared beside the candidates. */
  more?: Fragment | null | undefined;
  /** Nothing is shown of what is capped, since it is asked for once more. */
  is_retried_when_capped?: boolean;
}

async function readBest<Facts extends object>(
  sql: Sql,
  { wanted, tsquery, after, limit, chars_max }: RankedOptions,
  { sets, is_capped, before = sql``, facts, more = null, is_retried_when_capped = false }: Read,
): Promise<{ found: RankedFiles; facts: Facts | null }> {
  const isAfter = after
    ? sql`where score > ${after.score}::float4 or (score = ${after.score}::float4
        and (updated_at, document_id) < (${new Date(after.updated_at)}, ${after.document_id}))`
    : sql``;
  const columns =
    "actor" in wanted ? ownedColumns(sql, wanted.actor) : sql`d.document_id, d.doc_id, d.title, d.updated_at`;
  const from = "actor" in wanted ? ownedFrom(sql, sql`page`) : sql`page join documents d using (document_id)`;
  const order = sql`order by score, updated_at desc, document_id desc`;
  const rows = await sql<FoundRow<Facts>[]>`
    with ${soughtSets(sql, wanted)} ${before} ${sets},
      facts as materialized (select ${is_capped} as is_capped),
      scored as (
        select *, -ts_rank('{0.1, 0.2, 0.4, 1}', words, ${tsquery}::text::tsquery) as score
        from (select * from titled union all select * from candidates
          where not exists (select from titled where titled.document_id = candidates.document_id and titled.path = candidates.path)
          ${more ? sql`union all select * from (${more}) as fresh` : sql``}) as every
      ),
      best as (
        select distinct on (document_id) document_id, updated_at, path, blob_id, score
        from scored order by document_id, score, path collate "C"
      ),
      page as (select *, row_number() over (${order}) as place from best ${isAfter} ${order} limit ${limit})
    select facts.is_capped ${facts ? sql`, ${facts(sql`coalesce(shown.place = 1, true)`)}` : sql``}, shown.* from facts left join (
      select page.place, page.path, page.blob_id, page.score, case when ${!is_retried_when_capped} or not (select is_capped from facts) then (
          select left(coalesce(t.visible, t.body), ${chars_max}) from search_texts t
          where t.workspace_id = ${workspaceOf(wanted)} and t.blob_id = page.blob_id) end as text, ${columns}
      from ${from}
    ) as shown on true order by shown.place`;
  const [first] = rows;
  const files = rows.flatMap((row) => (isFound(row) ? [fileOf(row)] : []));
  return { found: { files, is_capped: first?.is_capped ?? false }, facts: first ?? null };
}

type Found = Omit<RankedFile, "updated_at" | "document"> & { updated_at: Date } & Partial<ListedDocument>;
/** Without a document where nothing was found. */
type FoundRow<Facts> = Facts & Pick<RankedFiles, "is_capped"> & (Found | { document_id: null });

function isFound<Row extends FoundRow<object>>(row: Row): row is Row & Found {
  return row.document_id !== null;
}

function fileOf({ path, blob_id, score, text, ...document }: Found): RankedFile {
  const { document_id, doc_id, title, updated_at } = document;
  const file = { document_id, doc_id, title, updated_at: updated_at.getTime(), path, blob_id, score, text };
  return { ...file, document: isListed(document) ? document : null };
}

function isListed(document: Partial<ListedDocument>): document is ListedDocument {
  return document.level !== undefined;
}

function filesOfTail(sql: Sql, { wanted, tsquery }: RankedOptions, { matches }: Tail): Fragment {
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
