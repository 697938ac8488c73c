// Groups as their page shows them: with the people in them, and what was changed lately.
import { type JsonObject, type PageOptions, pagesOf, type Role, type Sql } from "../../kernel/plugin.ts";

export interface ListedGroup {
  group_id: number;
  slug: string;
  name: string;
  description: string;
  source: string;
  created_at: Date;
  members: { id: number; email: string; role: Role }[];
  /** The name without regard to case, by which the list is sorted. */
  sort_name: string;
}

export const GROUPS = pagesOf("groups", (at) => ({ sort_name: at.text("sort_name"), group_id: at.id("group_id") }));

/** Which groups are looked for; what is left out narrows nothing. */
export interface GroupFilters {
  /** A part of the name or of the handle, in whatever case; every character stands for itself. */
  q?: string;
  source?: string;
  /** Somebody who is in it. */
  user_id?: number;
}

/** The groups of a workspace with their members, by name; with `group_id` that one alone. */
export function listGroups(
  sql: Sql,
  by: { workspace_id: number; group_id?: number; filters?: GroupFilters } & Partial<
    PageOptions<Pick<ListedGroup, "sort_name" | "group_id">>
  >,
): Promise<ListedGroup[]> {
  const { after = null, limit = null, filters = {} } = by;
  const one = by.group_id === undefined ? sql`` : sql`and g.group_id = ${by.group_id}`;
  return sql<ListedGroup[]>`
    select g.group_id, g.slug, g.name, g.description, g.source, g.created_at, coalesce(m.members, '[]') as members,
      lower(g.name) as sort_name
    from groups g left join lateral (
      select json_agg(json_build_object('id', u.user_id, 'email', u.email, 'role', u.role) order by lower(u.email)) as members
      from group_members gm join users u on u.user_id = gm.user_id and u.workspace_id = g.workspace_id
      where gm.group_id = g.group_id and gm.workspace_id = g.workspace_id
    ) m on true
    where g.workspace_id = ${by.workspace_id} ${one} ${matching(sql, filters)}
      ${after === null ? sql`` : sql`and (lower(g.name), g.group_id) > (${after.sort_name}, ${after.group_id})`}
    order by lower(g.name), g.group_id limit ${limit}`;
}

function matching(sql: Sql, { q, source, user_id }: GroupFilters): ReturnType<Sql> {
  return sql`
    ${q === undefined ? sql`` : sql`and (strpos(lower(g.name), lower(${q})) > 0 or strpos(g.slug, lower(${q})) > 0)`}
    ${source === undefined ? sql`` : sql`and g.source = ${source}`}
    ${user_id === undefined ? sql`` : sql`and g.group_id in (select gm.group_id from group_members gm where gm.user_id = ${user_id} and gm.workspace_id = g.workspace_id)`}`;
}

export interface GroupChange {
  id: number;
  action: string;
  actor: string;
  created_at: Date;
  meta: JsonObject;
}

/** What was done to a group last, the newest first. */
export function listChanges(
  sql: Sql,
  by: { workspace_id: number; group_id: number; limit: number },
): Promise<GroupChange[]> {
  return sql<GroupChange[]>`
    select event_id as id, action, actor, created_at, meta from audit_events
    where workspace_id = ${by.workspace_id} and target_type = 'group' and target_id = ${String(by.group_id)}
    order by event_id desc limit ${by.limit}`;
}

export interface GroupPerson {
  user_id: number;
  email: string;
}

/** The active members of a workspace among some addresses; none of them leaves it until the transaction ends. */
export function holdPeople(sql: Sql, by: { workspace_id: number; emails: readonly string[] }): Promise<GroupPerson[]> {
  return sql<GroupPerson[]>`
    select user_id, email from users
    where workspace_id = ${by.workspace_id} and disabled_at is null
      and lower(email) in (select lower(wanted) from unnest(${[...by.emails]}::text[]) as wanted)
    order by user_id for share`;
}

/** The person of a group with an address, switched off or not. */
export async function findInGroup(
  sql: Sql,
  by: { workspace_id: number; group_id: number; email: string },
): Promise<GroupPerson | null> {
  const [row] = await sql<GroupPerson[]>`
    select u.user_id, u.email from group_members gm join users u on u.user_id = gm.user_id
    where gm.workspace_id = ${by.workspace_id} and gm.group_id = ${by.group_id}
      and u.workspace_id = gm.workspace_id and lower(u.email) = lower(${by.email})`;
  return row ?? null;
}
