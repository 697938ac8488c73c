// Whose access to a place would change, once its list is another one: before anybody changes it.
import { type Actor, type PageOptions, pagesOf, type Sql } from "../../../kernel/plugin.ts";
import { type GrantedLevel, isInForce, type RootRow, type Subject } from "../../places/port.ts";

/** What somebody may do at the place by its list, now and then; null for nothing. */
export interface ChangedLevel {
  user_id: number;
  email: string;
  name: string | null;
  was: GrantedLevel | null;
  becomes: GrantedLevel | null;
}

export interface ChangeTotals {
  people_gaining: number;
  people_losing: number;
  people_changing: number;
}

type Keys = Pick<ChangedLevel, "user_id">;

export const CHANGED_LEVELS = pagesOf<Keys>("changed_levels", (at) => ({ user_id: at.id("user_id") }));

/** The list that counts at a place now, and the one that would. */
export interface ListChange {
  root: RootRow;
  /** The place whose entries count now. */
  now_by: number | null;
  /** The place whose entries would count; null where none of those that are there would. */
  then_by: number | null;
  /** An entry that would go. */
  without: number | null;
  /** An entry that would come, in place of another for the same subject. */
  given: (Subject & { level: GrantedLevel }) | null;
}

/** Everybody but the root's managers, whom no list lets in or shuts out. */
export async function readListChange(
  sql: Sql,
  { actor, root, now_by, then_by, without, given, after, limit }: ListChange & { actor: Actor } & PageOptions<Keys>,
): Promise<{ totals: ChangeTotals; people: ChangedLevel[] }> {
  const { workspace_id } = root;
  const levels = sql`(array['view', 'comment', 'edit'])`;
  const entriesOf = (place_id: number | null, isNow: boolean) => sql`
    select ${isNow}::boolean as is_now, g.subject_type, g.subject_id, g.level from grants g
    where g.workspace_id = ${workspace_id} and g.place_id = ${place_id} and ${isInForce(sql, actor)}`;
  const coming = given
    ? sql`and not (g.subject_type = ${given.type} and g.subject_id = ${given.id})
      union all select false, ${given.type}, ${given.id}::bigint, array_position(array['view', 'comment', 'edit'], ${given.level}::text)`
    : sql``;
  const [row] = await sql<[{ totals: ChangeTotals; people: ChangedLevel[] | null }]>`
    with people as materialized (
      select user_id, email, name from users where workspace_id = ${workspace_id} and disabled_at is null
        and role = 'member' and user_id is distinct from ${root.is_general ? null : root.created_by}::bigint
    ), entries as materialized (
      ${entriesOf(now_by, true)}
      union all ${entriesOf(then_by, false)} and g.grant_id is distinct from ${without}::bigint ${coming}
    ), held as (
      select u.user_id, e.is_now, e.level from entries e join people u
        on e.subject_type = 'workspace' or (e.subject_type = 'user' and e.subject_id = u.user_id)
      union all select u.user_id, e.is_now, e.level from entries e
        join group_members gm on e.subject_type = 'group' and gm.group_id = e.subject_id join people u using (user_id)
    ), changed as materialized (
      select user_id, coalesce(max(level) filter (where is_now), 0) as was, coalesce(max(level) filter (where not is_now), 0) as becomes
      from held group by user_id
      having coalesce(max(level) filter (where is_now), 0) <> coalesce(max(level) filter (where not is_now), 0)
    )
    select json_build_object(
      'people_gaining', (select count(*) from changed where was = 0),
      'people_losing', (select count(*) from changed where becomes = 0),
      'people_changing', (select count(*) from changed where was > 0 and becomes > 0)) as totals,
      (select json_agg(page) from (
        select c.user_id, u.email, u.name, ${levels}[c.was] as was, ${levels}[c.becomes] as becomes
        from changed c join people u using (user_id)
        where true ${after === null ? sql`` : sql`and c.user_id > ${after.user_id}`}
        order by c.user_id limit ${limit}) as page) as people`;
  return { totals: row.totals, people: row.people ?? [] };
}
