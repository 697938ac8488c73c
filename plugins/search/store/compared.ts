// Which files a ranked search compares:
// those that hold the words and are sought, found by whichever comes to fewer rows.
import type { Sql } from "../../../kernel/plugin.ts";
import { type Among, isLiveIn, isSought, type Sought, workspaceOf } from "./wanted.ts";

/** So many files that hold the words are compared, beside those whose titles hold them; a common word is in nearly all. */
const CANDIDATES_MAX = 1000;
const TITLED_MAX = 250;

export interface CompareOptions {
  wanted: Sought;
  tsquery: string;
  in_title: string;
}

type Fragment = ReturnType<typeof isSought>;

/** What of the index is compared. */
export interface Known {
  /** Over `search_files f`: the index has the document as it is. */
  fresh: Fragment;
  /** Whether anything is compared at all. */
  isHandled: Fragment;
}

/** Parts of a query with `soughtSets`: its sets `titled` and `candidates`, and whether more files hold the words. */
export interface Compared {
  sets: Fragment;
  is_capped: Fragment;
}

/** Of all files of the workspace that hold the words, where those are so few that each is looked at: titles are among them. */
export function compareHolding(sql: Sql, { wanted, tsquery }: CompareOptions, { fresh, isHandled }: Known): Compared {
  const sets = sql`hits as materialized (
      select * from search_files_holding(${workspaceOf(wanted)}, ${tsquery}::text::tsquery, null, ${CANDIDATES_MAX}) where ${isHandled}
    ), candidates as materialized (${joined(sql, { files: sql`hits`, where: sql`${isSought(sql, wanted)} and ${fresh}` })}),
    titled as (select * from candidates where false)`;
  return { sets, is_capped: isFull(sql, sql`hits`) };
}

/** The same of files of many documents. Titles are asked for only where not all that hold the words are looked at. */
export function compareAmong(
  sql: Sql,
  options: CompareOptions,
  { fresh, isHandled, among }: Known & { among: Among },
): Compared {
  const { workspace_id, documents } = among;
  const holding = (query: string, most: Fragment) => sql`
    search_files_holding(${workspace_id}, ${query}::text::tsquery, (select ids from among), ${most})`;
  const where = sql`${isLiveIn(sql, among)} and ${fresh}`;
  const titled = holding(
    options.in_title,
    sql`case when ${isFull(sql, sql`hits`)} then ${TITLED_MAX}::integer else 0 end`,
  );
  const sets = sql`among as materialized (select ${documents.ids}::text::bigint[] as ids),
    hits as materialized (select * from ${holding(options.tsquery, sql`${CANDIDATES_MAX}`)} where ${isHandled}),
    candidates as materialized (${joined(sql, { files: sql`hits`, where })}),
    titled as materialized (${joined(sql, { files: titled, where })})`;
  return { sets, is_capped: isFull(sql, sql`hits`) };
}

/** Of documents that are sought, from wherever the planner thinks best; `near` has all of them where they are few. */
export function compareSought(
  sql: Sql,
  options: CompareOptions,
  { fresh, near }: { fresh: Fragment; near: readonly number[] | null },
): Compared {
  const isNear = near ? sql`and d.document_id = any(${[...near]}::bigint[])` : sql``;
  const matching = (query: string, most: number) => {
    const where = sql`f.workspace_id = ${workspaceOf(options.wanted)} and f.words @@ ${query}::text::tsquery
      and search_words_apart(f.document_id) and ${isSought(sql, options.wanted)} ${isNear} and ${fresh}`;
    return sql`${joined(sql, { files: sql`search_files`, where })} limit ${most}`;
  };
  const sets = sql`titled as materialized (${matching(options.in_title, TITLED_MAX)}),
    candidates as materialized (${matching(options.tsquery, CANDIDATES_MAX)})`;
  return { sets, is_capped: isFull(sql, sql`candidates`) };
}

/** Files with their documents. */
function joined(sql: Sql, { files, where }: { files: Fragment; where: Fragment }): Fragment {
  return sql`select d.document_id, d.doc_id, d.updated_at, f.path, f.blob_id, f.words
    from ${files} f join documents d on d.document_id = f.document_id and d.version = f.version where ${where}`;
}

function isFull(sql: Sql, set: Fragment): Fragment {
  return sql`(select count(*) from ${set}) = ${CANDIDATES_MAX}`;
}
