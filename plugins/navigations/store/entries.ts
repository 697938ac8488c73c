// Entries as rows, and everything that showing a tree of them takes, read in one query.
import { type PageOptions, pagesOf, type Sql, sha256Hex } from "../../../kernel/plugin.ts";
import { isOpenByName, live } from "../../documents/port/sql.ts";
import type { Kind, Sort, Visibility } from "../entry.ts";
import { isListed, isShownTo, readerSets } from "../reader.ts";
import type { TargetColumns } from "../targets.ts";
import { isOfSections, navigationSets, type ReadBy } from "./reached.ts";

/** An entry's own columns, with the slugs of what they name. */
export interface EntryRow extends TargetColumns {
  entry_id: number;
  parent_id: number | null;
  position: number;
  kind: Kind;
  label: string | null;
  icon: string | null;
  visibility: Visibility;
  group_id: number | null;
  /** The group's slug; null where there is none, or none any more. */
  group: string | null;
  collapsed: boolean;
  show_sign_in_hint: boolean;
  sort: Sort | null;
}

/** A document as entries lead to it. */
export interface LinkedDocument {
  doc_id: string;
  slug: string;
  alias: string | null;
  title: string;
  kind: string;
  doc_type: string;
  icon: string | null;
  folder: string;
  visibility: string;
  updated_at: string;
}

/** A tree as rows: entries in reading order of each parent, the documents that they name, and those of their sections. */
export interface TreeRows {
  entries: EntryRow[];
  /** By the entry. */
  named: ReadonlyMap<number, LinkedDocument>;
  /** The entries right below which something is hidden that asks to say so; 0 is the top. */
  hints: readonly number[];
  /** By the entry; the first of them in the section's order, and whether there are more. */
  items: ReadonlyMap<number, { documents: LinkedDocument[]; truncated: boolean }>;
  /** As `readFingerprint` says it. */
  fingerprint: string;
}

/** Entries `e`, all or those of a set, with the group and the root that they name. */
function entriesNamed(sql: Sql, entries = sql`navigation_entries`) {
  return sql`${entries} e left join groups g on g.group_id = e.group_id and g.workspace_id = e.workspace_id
    left join roots r on r.root_id = e.root_id and r.workspace_id = e.workspace_id`;
}

/** Over `entriesNamed`. */
function entryColumns(sql: Sql) {
  return sql`e.entry_id, e.parent_id, e.position, e.kind, e.label, e.icon, e.visibility, e.group_id,
    g.slug as "group", e.collapsed, e.show_sign_in_hint, e.sort, e.doc_id, e.alias, e.root_id,
    r.slug as root_slug, r.name as root_name, e.owner_id, e.path, e.tag, e.url`;
}

/** Over `documents d join places p`, for `linkedOf`. */
function linkedColumns(sql: Sql) {
  return sql`d.doc_id, d.slug, d.alias, d.title, d.kind, d.doc_type, d.icon, p.path as folder, d.visibility, d.updated_at`;
}

/** Times are written here: a thousand of them cost Postgres ten times as much. */
function linkedOf<Row extends { updated_at: string | Date }>(row: Row): Row & { updated_at: string } {
  return { ...row, updated_at: new Date(row.updated_at).toISOString() };
}

/** The entries of a navigation, whoever may see them. */
export function listEntries(sql: Sql, by: { workspace_id: number; navigation_id: number }): Promise<EntryRow[]> {
  return sql<EntryRow[]>`
    select ${entryColumns(sql)} from ${entriesNamed(sql)}
    where e.navigation_id = ${by.navigation_id} and e.workspace_id = ${by.workspace_id}
    order by e.position, e.entry_id`;
}

/** One entry; null when the navigation has none of that id. */
export async function findEntry(
  sql: Sql,
  by: { workspace_id: number; navigation_id?: number; entry_id: number },
): Promise<(EntryRow & { navigation_id: number }) | null> {
  const within = by.navigation_id === undefined ? sql`` : sql`and e.navigation_id = ${by.navigation_id}`;
  const [row] = await sql<(EntryRow & { navigation_id: number })[]>`
    select ${entryColumns(sql)}, e.navigation_id from ${entriesNamed(sql)}
    where e.entry_id = ${by.entry_id} and e.workspace_id = ${by.workspace_id} ${within}`;
  return row ?? null;
}

/** What a tree is read with. */
export interface TreeOptions extends ReadBy {
  /** False leaves folders and tags closed. */
  expand: boolean;
  /** Of one folder or tag. */
  items_max: number;
  /** Of all of them. */
  items_total_max: number;
}

/** The documents of sections, as rows `section_id`, `rank` and the columns of a document, over the sets of a navigation. */
export function sectionItems(sql: Sql, { reader, now, items_max }: Pick<TreeOptions, "reader" | "now" | "items_max">) {
  const sorted = sql`case s.sort when 'updated' then -extract(epoch from d.updated_at) when 'created' then -extract(epoch from d.created_at) end,
    lower(d.title), d.document_id`;
  return sql`
    with shown as materialized (
      select d.document_id, d.place_id, d.tags from documents d join places p on p.place_id = d.place_id
      where d.workspace_id = ${reader.workspace_id} and ${live(sql, now)} and ${isOfSections(sql, reader)}
    ), pairs as (
      select sp.section_id, shown.document_id, sp.is_offered from shown join section_places sp on sp.place_id = shown.place_id
      union all
      select s.section_id, shown.document_id, false from shown cross join unnest(shown.tags) as t(tag) join sections s on s.tag = t.tag
    )
    select * from (
      select s.section_id, row_number() over (partition by s.section_id order by ${sorted}) as rank, ${linkedColumns(sql)}
      from pairs join sections s using (section_id) join documents d using (document_id) join places p on p.place_id = d.place_id
      where ${isListed(sql, reader, sql`pairs.is_offered`)}
    ) as ranked where rank <= ${items_max + 1}::int`;
}

/** Where somebody who is not signed in is told that there is more: right below entries that they see. */
function hintedParents(sql: Sql, { navigation_id, reader }: ReadBy) {
  if (reader.is_signed_in) return sql`'[]'::json`;
  return sql`(select coalesce(json_agg(distinct coalesce(e.parent_id, 0)), '[]') from navigation_entries e
    where e.navigation_id = ${navigation_id} and e.workspace_id = ${reader.workspace_id} and e.show_sign_in_hint
      and not ${isShownTo(sql, reader)} and (e.parent_id is null or e.parent_id in (select entry_id from seen_entries)))`;
}

type NamedRow = LinkedDocument & { entry_id: number };
type ItemRow = LinkedDocument & { section_id: number; rank: number };
type SectionRow = Pick<EntryRow, "kind" | "root_id" | "owner_id" | "path" | "tag"> & { section_id: number; sort: Sort };

/** Reads a tree for one reader, with what its entries lead to as far as that reader may open it. */
export async function readTreeRows(sql: Sql, options: TreeOptions): Promise<TreeRows> {
  const { expand, items_max } = options;
  const items = expand
    ? sql`(select coalesce(json_agg(i order by i.section_id, i.rank), '[]') from ${boundItems(sql, options)} as i)`
    : sql`'[]'::json`;
  const [row] = await sql<
    { entries: EntryRow[]; named: NamedRow[]; hints: number[]; sections: SectionRow[]; items: ItemRow[] }[]
  >`
    with ${navigationSets(sql, options)}
    select (select coalesce(json_agg(shown order by shown.position, shown.entry_id), '[]') from (
        select ${entryColumns(sql)} from ${entriesNamed(sql, sql`seen_entries`)}) as shown) as entries,
      (select coalesce(json_agg(n), '[]') from (
        select named.entry_id, ${linkedColumns(sql)} from ${openNamed(sql, options)}) as n) as named,
      ${hintedParents(sql, options)} as hints, (select coalesce(json_agg(s), '[]') from sections s) as sections,
      ${items} as items`;
  if (!row) throw new Error("reading a tree answered no row");
  return {
    entries: row.entries,
    hints: row.hints,
    named: new Map(row.named.map(({ entry_id, ...document }) => [entry_id, linkedOf(document)])),
    items: expand ? itemsByEntry(row, items_max) : new Map(),
    fingerprint: fingerprintOf({
      entries: row.entries.map(({ entry_id }) => entry_id),
      named: row.named.map(({ entry_id }) => entry_id),
      hints: row.hints,
      items: row.items.map(({ section_id, doc_id }) => [section_id, doc_id]),
      owned_by: row.entries.some(({ owner_id }) => owner_id === userOf(options)) ? userOf(options) : null,
    }),
  };
}

/** The documents that entries lead to by name and that the reader may open, as `named`, `d` and `p`. */
export function openNamed(sql: Sql, { reader, now }: Pick<TreeOptions, "reader" | "now">) {
  return sql`named_documents named
    join documents d on d.document_id = named.document_id join places p on p.place_id = d.place_id
    where ${live(sql, now)} and ${isOpenByName(sql, reader)}`;
}

/** As many documents of sections as one answer holds. */
function boundItems(sql: Sql, options: TreeOptions) {
  return sql`(select * from (${sectionItems(sql, options)}) as all_items order by section_id, rank limit ${options.items_total_max})`;
}

interface Seen {
  entries: number[];
  /** Those that lead to a document which the reader may open. */
  named: number[];
  hints: number[];
  items: [section_id: number, doc_id: string][];
  /** Set where the reader sees folders of their own, which have other names to them. */
  owned_by: number | null;
}

/**
 * A hash of what one reader sees of a tree: two readings of one fingerprint, with no change between them, are of equal trees. It asks
 * the same as `readTreeRows`, for ids alone.
 */
export async function readFingerprint(sql: Sql, options: TreeOptions): Promise<string> {
  const [row] = await sql<Seen[]>`
    with ${navigationSets(sql, options)}
    select (select coalesce(json_agg(entry_id), '[]') from seen_entries) as entries,
      (select coalesce(json_agg(named.entry_id), '[]') from ${openNamed(sql, options)}) as named,
      ${hintedParents(sql, options)} as hints,
      (select coalesce(json_agg(json_build_array(i.section_id, i.doc_id) order by i.section_id, i.rank), '[]')
        from ${boundItems(sql, options)} as i) as items,
      (select min(owner_id) from seen_entries where owner_id = ${userOf(options)}) as owned_by`;
  if (!row) throw new Error("reading a fingerprint answered no row");
  return fingerprintOf(row);
}

function fingerprintOf({ entries, named, hints, items, owned_by }: Seen): string {
  const ids = [entries, named, hints].map((list) => list.toSorted((a, b) => a - b));
  return sha256Hex(JSON.stringify([...ids, items, owned_by]));
}

/** 0 is nobody. */
function userOf({ reader }: Pick<TreeOptions, "reader">): number {
  return reader.actor?.user_id ?? 0;
}

/** Every entry of a section shows its documents; the section was read once. */
function itemsByEntry(
  row: { entries: EntryRow[]; sections: SectionRow[]; items: ItemRow[] },
  most: number,
): TreeRows["items"] {
  const keyOf = ({
    kind,
    root_id,
    owner_id,
    path,
    tag,
    sort,
  }: Omit<SectionRow, "section_id" | "sort"> & { sort: Sort | null }) =>
    JSON.stringify([kind, root_id, owner_id, path, tag, sort ?? "title"]);
  const bySection = Map.groupBy(row.items, (item) => item.section_id);
  const byKey = new Map(row.sections.map((section) => [keyOf(section), bySection.get(section.section_id) ?? []]));
  return new Map(
    row.entries.flatMap((entry) => {
      const found = byKey.get(keyOf(entry));
      if (!found) return [];
      const documents = found
        .slice(0, most)
        .map(({ section_id: _section, rank: _rank, ...document }) => linkedOf(document));
      return [[entry.entry_id, { documents, truncated: found.length > most }] as const];
    }),
  );
}

/** A document in a list by title. */
export type Orphan = LinkedDocument & { sort_title: string; document_id: number };

export const ORPHANS = pagesOf("orphans", (at) => ({
  sort_title: at.text("sort_title"),
  document_id: at.id("document_id"),
}));

/** The documents that folders and tags of a navigation reach for the reader and that no entry names, by title. */
export async function listOrphans(
  sql: Sql,
  options: ReadBy & PageOptions<Pick<Orphan, "sort_title" | "document_id">>,
): Promise<Orphan[]> {
  const { reader, now, after, limit } = options;
  const rows = await sql<Orphan[]>`
    with ${navigationSets(sql, options)}
    select ${linkedColumns(sql)}, lower(d.title) as sort_title, d.document_id
    from documents d join places p on p.place_id = d.place_id
    where d.workspace_id = ${reader.workspace_id} and ${live(sql, now)} and ${isOfSections(sql, reader)}
      and d.document_id not in (select document_id from named_documents)
      ${after === null ? sql`` : sql`and (lower(d.title), d.document_id) > (${after.sort_title}, ${after.document_id})`}
    order by lower(d.title), d.document_id limit ${limit}`;
  return rows.map(linkedOf);
}

/** The document that one entry leads to by name, as far as the reader may open it. */
export async function findLinked(
  sql: Sql,
  { reader, now, entry_id }: Pick<ReadBy, "reader" | "now"> & { entry_id: number },
): Promise<LinkedDocument | null> {
  const [row] = await sql<LinkedDocument[]>`
    with ${readerSets(sql, reader)} entry as (
      select e.doc_id, e.alias from navigation_entries e
      where e.entry_id = ${entry_id} and e.workspace_id = ${reader.workspace_id}
    )
    select ${linkedColumns(sql)} from documents d join places p on p.place_id = d.place_id
    where (d.doc_id = (select doc_id from entry) or d.alias = (select alias from entry))
      and d.workspace_id = ${reader.workspace_id} and ${live(sql, now)} and ${isOpenByName(sql, reader)}`;
  return row ? linkedOf(row) : null;
}
