// Which documents a navigation reaches for a reader:
// sets and a predicate that lists and ranked search build in, the permission inside.
import type { Sql } from "../../../kernel/plugin.ts";
import { isOpenByName, live } from "../../documents/port/sql.ts";
import { isBelow, isClosedFolder, isListed, isShownTo, type Reader, readerSets } from "../reader.ts";

/** A navigation as somebody reads it. */
export interface ReadBy {
  navigation_id: number;
  reader: Reader;
  now: Date;
  /** Every entry counts, as for who edits it; otherwise those that are shown to the reader. */
  whole?: boolean;
}

/**
 * Sets for a `with`, read once a query: those of the reader, then `seen_entries`, the entries that the reader sees;
 * `named_documents` (`entry_id`, `document_id`), to which they lead by name; and `sections`, the folders and tags among them, each
 * once, with `section_places` (`section_id`, `place_id`, `is_offered`) of the folders: `is_offered` where no folder in between is one
 * of `closed_guards`; `section_documents` (`document_id`) are those that they lead to, whoever may open them. Of several navigations
 * they are those of all.
 */
export function navigationSets(
  sql: Sql,
  {
    navigation_id,
    reader,
    now,
    whole = false,
  }: Omit<ReadBy, "navigation_id"> & { navigation_id: number | readonly number[] },
) {
  const { workspace_id } = reader;
  const of = typeof navigation_id === "number" ? sql`= ${navigation_id}` : sql`= any(${[...navigation_id]}::bigint[])`;
  return sql`${readerSets(sql, reader)} seen_entries as materialized (
      select e.* from navigation_entries e
      where e.navigation_id ${of} and e.workspace_id = ${workspace_id} and ${whole ? sql`true` : isShownTo(sql, reader)}
    ), named_documents as materialized (
      select e.entry_id, d.document_id from seen_entries e join documents d on d.doc_id = e.doc_id
      where d.workspace_id is not distinct from ${workspace_id} and d.deleted_at is null
      union all
      select e.entry_id, d.document_id from seen_entries e join documents d on d.alias = e.alias
      where d.workspace_id = ${workspace_id} and d.deleted_at is null
    ), sections as materialized (
      select min(e.entry_id) as section_id, e.kind, e.root_id, e.owner_id, e.path, e.tag, coalesce(e.sort, 'title') as sort
      from seen_entries e where e.tag is not null or (e.path is not null and num_nonnulls(e.root_id, e.owner_id) = 1)
      group by e.kind, e.root_id, e.owner_id, e.path, e.tag, coalesce(e.sort, 'title')
    ), closed_guards as materialized (
      select guard.place_id, guard.path from places guard where ${isClosedFolder(sql, reader, now)}
    ), section_places as materialized (
      select s.section_id, p.place_id, not exists (select from closed_guards c
          where c.place_id = p.guard_ids[1] and ${isBelow(sql, sql`c.path`, sql`s.path`)}) as is_offered
      from sections s join places p on p.workspace_id = ${workspace_id} and (p.root_id = s.root_id or p.owner_id = s.owner_id)
        and (p.path = s.path or ${isBelow(sql, sql`p.path`, sql`s.path`)})
      where s.path is not null
    ), section_documents as (
      select d.document_id from section_places sp join documents d using (place_id)
      union
      select d.document_id from documents d
      where d.workspace_id = ${workspace_id} and d.deleted_at is null and d.tags <> '{}' and ${isTagged(sql)}
    )`;
}

/**
 * Over `documents d join places p`, in a query with `navigationSets`: the document lives, the navigation reaches it for the reader,
 * and the reader may open it. Each part is a lookup in a set, so that it costs the same for any document.
 */
export function isReached(sql: Sql, read: ReadBy) {
  const { reader, now } = read;
  return sql`(${live(sql, now)} and d.workspace_id = ${reader.workspace_id} and (${isNamed(sql, reader)} or ${isInSection(sql, reader)}))`;
}

function isNamed(sql: Sql, reader: Reader) {
  return sql`(d.document_id in (select document_id from named_documents) and ${isOpenByName(sql, reader)})`;
}

/** The same for what a folder or a tag shows. */
function isInSection(sql: Sql, reader: Reader) {
  const inFolder = sql`d.place_id in (select place_id from section_places)`;
  return sql`((${inFolder} or ${isTagged(sql)}) and ${isListedInSection(sql, reader)})`;
}

/** The same over all documents that there are, found by what the sections name. */
export function isOfSections(sql: Sql, reader: Reader) {
  return sql`(d.document_id = any(array(select document_id from section_documents)) and ${isListedInSection(sql, reader)})`;
}

function isTagged(sql: Sql) {
  return sql`d.tags && (select coalesce(array_agg(tag), '{}') from sections where tag is not null)`;
}

function isListedInSection(sql: Sql, reader: Reader) {
  return isListed(sql, reader, sql`d.place_id in (select place_id from section_places where is_offered)`);
}

/** Those among `doc_ids` that the navigation reaches for the reader. */
export async function findReached(
  sql: Sql,
  read: ReadBy & { doc_ids: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (read.doc_ids.length === 0) return new Set();
  const rows = await sql<{ doc_id: string }[]>`
    with ${navigationSets(sql, read)}
    select d.doc_id from documents d join places p on p.place_id = d.place_id
    where d.doc_id = any(${[...read.doc_ids]}::text[]) and ${isReached(sql, read)}`;
  return new Set(rows.map(({ doc_id }) => doc_id));
}
