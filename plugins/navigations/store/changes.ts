// Changes of a held navigation's entries, each in a few statements however many entries it touches.
import type { Sql } from "../../../kernel/plugin.ts";
import type { EntryRow } from "./entries.ts";

/** The navigation whose entries change; its row is held. */
export interface HeldTree {
  workspace_id: number;
  navigation_id: number;
}

/** What is said of an entry, looked up and ready to be kept. */
export type EntryValues = Omit<EntryRow, "entry_id" | "parent_id" | "position" | "group" | "root_slug" | "root_name">;

/** An entry of a whole tree; `parent` is the place of its parent in the list. */
export type PlacedEntry = EntryValues & { entry_id: number | null; parent: number | null; position: number };

const RECORD = `entry_id bigint, parent_id bigint, position integer, kind text, label text, icon text, visibility text, group_id bigint,
  collapsed boolean, show_sign_in_hint boolean, sort text, doc_id text, alias text, root_id bigint, owner_id bigint, path text,
  tag text, url text, for_members boolean, for_groups bigint[]`;
const VALUES = `kind, label, icon, visibility, group_id, collapsed, show_sign_in_hint, sort, doc_id, alias, root_id, owner_id, path, tag, url`;
const KEPT = `parent_id, position, ${VALUES}, for_members, for_groups`;

/**
 * Makes the tree what `entries` say, parents before their children: an id keeps its entry, none makes one, and what is not named
 * goes. Answers whether anything has changed.
 */
export async function replaceEntries(sql: Sql, tree: HeldTree, entries: readonly PlacedEntry[]): Promise<boolean> {
  const { workspace_id, navigation_id } = tree;
  const guards = guardsOf(entries);
  const ids = await numberAll(sql, entries);
  const rows = JSON.stringify(
    entries.map(({ parent, ...entry }, place) => ({
      ...entry,
      ...guards[place],
      entry_id: ids[place],
      parent_id: parent === null ? null : ids[parent],
    })),
  );
  const excluded = sql.unsafe(namedFrom("excluded"));
  const [counted] = await sql<{ changed: number }[]>`
    with sent as materialized (
      select * from jsonb_to_recordset(${rows}::text::jsonb) as s(${sql.unsafe(RECORD)})
    ), gone as (
      delete from navigation_entries e
      where e.navigation_id = ${navigation_id} and e.workspace_id = ${workspace_id}
        and e.entry_id not in (select entry_id from sent) returning 1
    ), kept as (
      insert into navigation_entries as e (entry_id, workspace_id, navigation_id, ${sql.unsafe(KEPT)})
      select entry_id, ${workspace_id}, ${navigation_id}, ${sql.unsafe(KEPT)} from sent
      on conflict (entry_id) do update set (${sql.unsafe(KEPT)}) = row(${excluded})
      where e.navigation_id = ${navigation_id} and e.workspace_id = ${workspace_id}
        and (${sql.unsafe(namedFrom("e"))}) is distinct from (${excluded}) returning 1
    )
    select ((select count(*) from gone) + (select count(*) from kept))::int as changed`;
  return (counted?.changed ?? 0) > 0;
}

/** The id of every entry in the order of the list; new ones get theirs before their children are told of them. */
async function numberAll(sql: Sql, entries: readonly PlacedEntry[]): Promise<number[]> {
  const fresh = entries.filter((entry) => entry.entry_id === null).length;
  if (fresh === 0) return entries.flatMap((entry) => entry.entry_id ?? []);
  const made = await sql<{ id: number }[]>`
    select nextval(pg_get_serial_sequence('navigation_entries', 'entry_id')) as id from generate_series(1, ${fresh})`;
  const left = made.map((row) => row.id);
  return entries.map((entry) => {
    const id = entry.entry_id ?? left.shift();
    if (id === undefined) throw new Error("fewer ids than new entries");
    return id;
  });
}

function namedFrom(table: string): string {
  return KEPT.split(",")
    .map((name) => `${table}.${name.trim()}`)
    .join(", ");
}

/** What each entry and those above it ask of a reader, in the order of the list. */
function guardsOf(entries: readonly PlacedEntry[]): { for_members: boolean; for_groups: number[] }[] {
  const guards: { for_members: boolean; for_groups: number[] }[] = [];
  for (const { parent, visibility, group_id } of entries) {
    const above = parent === null ? undefined : guards[parent];
    const groups = new Set(above?.for_groups);
    // No group has this id: what is for a group that is gone is for nobody.
    if (visibility === "group") groups.add(group_id ?? 0);
    guards.push({
      for_members: (above?.for_members ?? false) || visibility !== "public",
      for_groups: [...groups].sort((one, other) => one - other),
    });
  }
  return guards;
}

/** Finds anew what all entries ask of a reader, after one has moved or is for others than before. */
export async function settleGuards(sql: Sql, { workspace_id, navigation_id }: HeldTree): Promise<void> {
  const own = sql`case when e.visibility = 'group' then array[coalesce(e.group_id, 0)] else '{}'::bigint[] end`;
  await sql`
    with recursive tree as (
      select e.entry_id, e.visibility <> 'public' as for_members, ${own} as for_groups from navigation_entries e
      where e.navigation_id = ${navigation_id} and e.workspace_id = ${workspace_id} and e.parent_id is null
      union all
      select e.entry_id, tree.for_members or e.visibility <> 'public',
        array(select distinct one from unnest(tree.for_groups || ${own}) as one order by one)
      from tree join navigation_entries e on e.parent_id = tree.entry_id
      where e.navigation_id = ${navigation_id} and e.workspace_id = ${workspace_id}
    )
    update navigation_entries e set for_members = tree.for_members, for_groups = tree.for_groups
    from tree where e.entry_id = tree.entry_id and e.workspace_id = ${workspace_id}
      and (e.for_members, e.for_groups) is distinct from (tree.for_members, tree.for_groups)`;
}

/** Makes room for one entry before `position` among the entries of a parent; with -1 closes the gap that one left. */
export async function shiftSiblings(
  sql: Sql,
  { workspace_id, navigation_id }: HeldTree,
  at: { parent_id: number | null; position: number; by: 1 | -1 },
): Promise<void> {
  await sql`
    update navigation_entries set position = position + ${at.by}
    where navigation_id = ${navigation_id} and workspace_id = ${workspace_id}
      and parent_id is not distinct from ${at.parent_id} and position >= ${at.position}`;
}

/** Adds an entry where room has been made; `settleGuards` comes after. */
export async function insertEntry(
  sql: Sql,
  { workspace_id, navigation_id }: HeldTree,
  entry: EntryValues & { parent_id: number | null; position: number },
): Promise<number> {
  const own = { ...entry, workspace_id, navigation_id, for_members: true, for_groups: [0] };
  const [row] = await sql<{ entry_id: number }[]>`
    insert into navigation_entries ${sql(own)} returning entry_id`;
  if (!row) throw new Error("inserting an entry answered no row");
  return row.entry_id;
}

/** Changes an entry's own columns. */
export async function updateEntry(
  sql: Sql,
  { workspace_id, navigation_id }: HeldTree,
  { entry_id, ...changes }: Partial<EntryValues> & { entry_id: number; parent_id?: number | null; position?: number },
): Promise<void> {
  await sql`
    update navigation_entries set ${sql(changes)}
    where entry_id = ${entry_id} and navigation_id = ${navigation_id} and workspace_id = ${workspace_id}`;
}

/** Removes an entry and everything below it. Answers how many went. */
export async function deleteEntry(
  sql: Sql,
  { workspace_id, navigation_id }: HeldTree,
  entryId: number,
): Promise<number> {
  const gone = await sql`
    with recursive below as (
      select e.entry_id from navigation_entries e
      where e.entry_id = ${entryId} and e.navigation_id = ${navigation_id} and e.workspace_id = ${workspace_id}
      union all
      select e.entry_id from below join navigation_entries e on e.parent_id = below.entry_id
      where e.navigation_id = ${navigation_id} and e.workspace_id = ${workspace_id}
    )
    delete from navigation_entries e where e.workspace_id = ${workspace_id} and e.entry_id in (select entry_id from below)`;
  return gone.count;
}
