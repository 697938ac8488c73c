// What deleting a root would change of who may open its documents, once these lie in another one.
import { type Actor, type PageOptions, pagesOf, type Sql } from "../../../kernel/plugin.ts";
import { live, openToMembers } from "../../documents/port/sql.ts";
import { isInForce, type RootRow } from "../../places/port.ts";

/** How many documents one person may open afterwards and not before, and the other way round. */
export interface ChangedReader {
  user_id: number;
  email: string;
  name: string | null;
  gains: number;
  loses: number;
}

/** The same of all people together, and how much there is. */
export interface DeletionTotals {
  docs: number;
  folders: number;
  people_gaining: number;
  people_losing: number;
}

type Keys = Pick<ChangedReader, "user_id">;

export const CHANGED_READERS = pagesOf<Keys>("changed_readers", (at) => ({ user_id: at.id("user_id") }));

/** A root whose documents would move, each into the same folder of another one. */
export interface Moved {
  actor: Actor;
  from: RootRow;
  to: RootRow;
  now: Date;
}

/**
 * Everybody for whom something changes, and the totals, in one query: what decides before and after is a list each, of which there are
 * few, so that documents are counted by pairs of lists; only those with grants of their own are looked at one by one.
 */
export async function readDeletion(
  sql: Sql,
  moved: Moved & PageOptions<Keys>,
): Promise<{ totals: DeletionTotals; readers: ChangedReader[] }> {
  const { from, to, after, limit } = moved;
  const [row] = await sql<[{ totals: DeletionTotals; readers: ChangedReader[] | null }]>`
    with ${documentsByLists(sql, moved)}, ${openLists(sql, moved)}, changed as materialized (${changes(sql, moved)})
    select json_build_object(
      'docs', (select count(*) from docs),
      'folders', (select count(*) from places where root_id = ${from.root_id} and workspace_id = ${from.workspace_id} and path <> ''),
      'people_gaining', (select count(*) from changed where gains > 0),
      'people_losing', (select count(*) from changed where loses > 0)) as totals,
      (select json_agg(page) from (
        select c.user_id, u.email, u.name, c.gains, c.loses from changed c join users u using (user_id)
        where u.workspace_id = ${to.workspace_id} ${after === null ? sql`` : sql`and c.user_id > ${after.user_id}`}
        order by c.user_id limit ${limit}) as page) as readers`;
  return { totals: row.totals, readers: row.readers ?? [] };
}

/** `docs`: each with the list that decides now and the one that would; `pairs` of those with how many documents have no grants. */
function documentsByLists(sql: Sql, { from, to, now }: Moved) {
  return sql`twins as materialized (
      select p.place_id, p.guard_ids[1] as now_by, (
        select above.guard_ids[1] from places above
        where above.root_id = ${to.root_id} and above.owner_id is null and above.path = any(array(
          select array_to_string((string_to_array(p.path, '/'))[1:depth], '/')
          from generate_series(0, cardinality(string_to_array(p.path, '/'))) as depth))
        order by length(above.path) desc limit 1) as then_by
      from places p where p.root_id = ${from.root_id} and p.workspace_id = ${from.workspace_id}
    ), docs as materialized (
      select d.document_id, t.now_by, t.then_by, ${openToMembers(sql)} as is_open, d.grant_count > 0 as has_grants
      from documents d join twins t using (place_id)
      where d.workspace_id = ${from.workspace_id} and d.lost_root is null and ${live(sql, now)}
    ), pairs as materialized (
      select now_by, then_by, count(*) filter (where not has_grants)::int as plain from docs where not is_open group by now_by, then_by
    )`;
}

/** `opens`: whom each of the lists lets in, the managers of its root among them. */
function openLists(sql: Sql, { actor, from, to }: Moved) {
  const { workspace_id } = from;
  const managers = (root: RootRow, list: ReturnType<Sql>) => sql`
    select distinct ${list} as list_id, u.user_id from pairs cross join people u
    where u.role <> 'member' or u.user_id = ${root.is_general ? null : root.created_by}::bigint`;
  return sql`people as materialized (
      select user_id, role from users where workspace_id = ${workspace_id} and disabled_at is null
    ), given as materialized (
      select g.place_id as list_id, g.subject_type, g.subject_id from grants g
      where g.workspace_id = ${workspace_id} and ${isInForce(sql, actor)}
        and g.place_id in (select now_by from pairs union select then_by from pairs)
    ), opens as materialized (
      select g.list_id, u.user_id from given g join people u on g.subject_type = 'workspace' or (g.subject_type = 'user' and g.subject_id = u.user_id)
      union select g.list_id, u.user_id from given g join group_members gm on g.subject_type = 'group' and gm.group_id = g.subject_id
        join people u on u.user_id = gm.user_id
      union ${managers(from, sql`pairs.now_by`)}
      union ${managers(to, sql`pairs.then_by`)}
    )`;
}

/** By person: those whom one list of a pair lets in and the other does not, without the documents that a grant opens to them anyway. */
function changes(sql: Sql, { actor }: Moved) {
  const letIn = (list: ReturnType<Sql>) => sql`
    select p.now_by, p.then_by, o.user_id from pairs p join opens o on o.list_id = ${list}`;
  const [now, then] = [letIn(sql`p.now_by`), letIn(sql`p.then_by`)];
  return sql`
    with flips as materialized (
      select *, true as is_gain from ((${then}) except (${now})) as gained
      union all select *, false from ((${now}) except (${then})) as lost
    ), apart as materialized (select document_id, now_by, then_by from docs where has_grants and not is_open
    ), named as materialized (
      select a.document_id, u.user_id from apart a join grants g using (document_id) join people u on g.subject_type = 'workspace'
        or (g.subject_type = 'user' and g.subject_id = u.user_id)
      where ${isInForce(sql, actor)}
      union select a.document_id, gm.user_id from apart a join grants g using (document_id)
        join group_members gm on g.subject_type = 'group' and gm.group_id = g.subject_id
      where ${isInForce(sql, actor)}
    )
    select user_id, coalesce(sum(docs) filter (where is_gain), 0)::int as gains, coalesce(sum(docs) filter (where not is_gain), 0)::int as loses
    from (
      select f.user_id, f.is_gain, p.plain as docs from flips f join pairs p using (now_by, then_by)
      union all
      select f.user_id, f.is_gain, 1 from flips f join apart a using (now_by, then_by)
      where not exists (select from named n where n.document_id = a.document_id and n.user_id = f.user_id)
    ) as one group by user_id having sum(docs) > 0`;
}
