// The groups that a provider keeps, as rows: found, named, listed, and who is in them.

import type { Sql } from "../../../kernel/plugin.ts";
import type { GroupRow } from "../../../kernel/ports/auth.ts";
import type { GroupFilter } from "../protocol/filter.ts";
import { type Page, textCondition } from "./conditions.ts";
import { idOf } from "./users.ts";

/** What the `source` of a provider's group says. */
export const SOURCE = "scim";

export interface ScimGroupRow extends GroupRow {
  external_id: string | null;
  updated_at: Date;
}

export interface GroupMember {
  group_id: number;
  user_id: number;
  email: string;
}

function groupColumns(sql: Sql) {
  return sql`g.group_id, g.workspace_id, g.slug, g.name, g.description, g.source, g.created_at, s.external_id, s.updated_at`;
}

/** A provider's group by our id, else by the provider's; `hold` keeps others from changing it until the transaction ends. */
export async function findGroup(
  sql: Sql,
  by: { workspace_id: number; ref: string; hold?: boolean },
): Promise<ScimGroupRow | null> {
  const { workspace_id, ref, hold = false } = by;
  const id = idOf(ref);
  const [row] = await sql<ScimGroupRow[]>`
    select ${groupColumns(sql)} from groups g join scim_groups s using (group_id)
    where g.workspace_id = ${workspace_id} and g.group_id = any(array[${id}::bigint,
        (select group_id from scim_groups where workspace_id = ${workspace_id} and lower(external_id) = lower(${ref}))])
    order by (g.group_id = ${id}::bigint) desc nulls last limit 1 ${hold ? sql`for update of g` : sql``}`;
  return row ?? null;
}

/** Groups in the order of their ids. */
export function listGroups(
  sql: Sql,
  by: { workspace_id: number; filter: GroupFilter | null } & Page,
): Promise<ScimGroupRow[]> {
  const { workspace_id, filter, offset, limit } = by;
  return sql<ScimGroupRow[]>`
    select ${groupColumns(sql)} from groups g join scim_groups s using (group_id)
    where s.workspace_id = ${workspace_id} and g.workspace_id = ${workspace_id}
      ${filter ? sql`and ${conditionOf(sql, filter)}` : sql``}
    order by s.group_id offset ${offset} limit ${limit}`;
}

/** How many there are of them. */
export async function countGroups(sql: Sql, by: { workspace_id: number; filter: GroupFilter | null }): Promise<number> {
  const { workspace_id, filter } = by;
  const [row] = await (filter
    ? sql<{ total: number }[]>`
        select count(*)::int as total from groups g join scim_groups s using (group_id)
        where s.workspace_id = ${workspace_id} and g.workspace_id = ${workspace_id} and ${conditionOf(sql, filter)}`
    : sql<{ total: number }[]>`
        select count(*)::int as total from scim_groups where workspace_id = ${workspace_id}`);
  return row?.total ?? 0;
}

function conditionOf(sql: Sql, filter: GroupFilter) {
  return textCondition(sql, filter.attribute === "name" ? sql`g.name` : sql`s.external_id`, filter);
}

/** Who is in groups, in the order of the groups and of ids; at most `limit` of them. */
export function listMembersOf(
  sql: Sql,
  by: { workspace_id: number; group_ids: readonly number[]; limit: number | null },
): Promise<GroupMember[]> {
  return sql<GroupMember[]>`
    select gm.group_id, gm.user_id, u.email
    from group_members gm join users u on u.user_id = gm.user_id and u.workspace_id = gm.workspace_id
    where gm.workspace_id = ${by.workspace_id} and gm.group_id = any(${[...by.group_ids]}::bigint[])
    order by gm.group_id, gm.user_id limit ${by.limit}`;
}

/** Keeps two who want one name apart until the transaction ends, and answers what kind of group has it; null for none. */
export async function lockName(
  sql: Sql,
  by: { workspace_id: number; name: string; except: number | null },
): Promise<string | null> {
  const { workspace_id, name, except } = by;
  const key = `scim_group:${workspace_id}:`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key} || lower(${name}), 0))`;
  const [holder] = await sql<{ source: string }[]>`
    select source from groups
    where workspace_id = ${workspace_id} and lower(name) = lower(${name}) and group_id is distinct from ${except}::bigint limit 1`;
  return holder?.source ?? null;
}

/** What the provider knows of a group. Postgres refuses an external id that another has. */
export async function keepGroup(
  sql: Sql,
  group: { group_id: number; workspace_id: number; external_id: string | null; now: Date },
): Promise<void> {
  const { group_id, workspace_id, external_id, now } = group;
  await sql`
    insert into scim_groups (group_id, workspace_id, external_id, updated_at)
    values (${group_id}, ${workspace_id}, ${external_id}, ${now})
    on conflict (group_id) do update set external_id = excluded.external_id, updated_at = excluded.updated_at`;
}

/** An active member of the workspace, found by one of their names. */
export interface FoundMember {
  user_id: number;
  email: string;
}

/**
 * Keeps everybody in the workspace until the transaction ends: whoever leaves it takes a lock on its row that waits for this one. Many
 * who fill groups do not wait for each other, and need no lock on each person.
 */
export async function holdEverybody(sql: Sql, workspaceId: number): Promise<void> {
  await sql`select from workspaces where workspace_id = ${workspaceId} for share`;
}

/** Active members by our ids. */
export function findMembersById(
  sql: Sql,
  by: { workspace_id: number; ids: readonly number[] },
): Promise<(FoundMember & { ref: string })[]> {
  return sql<(FoundMember & { ref: string })[]>`
    select u.user_id, u.email, u.user_id::text as ref from users u
    where u.workspace_id = ${by.workspace_id} and u.user_id = any(${[...by.ids]}::bigint[]) and u.disabled_at is null`;
}

/** The same by addresses and by the provider's ids; `ref` is the one of them, in lower case. */
export async function findMembersByName(
  sql: Sql,
  by: { workspace_id: number; refs: readonly string[] },
): Promise<(FoundMember & { ref: string })[]> {
  const { workspace_id, refs } = by;
  const lower = refs.map((ref) => ref.toLowerCase());
  const byExternalId = await sql<(FoundMember & { ref: string })[]>`
    select u.user_id, u.email, lower(s.external_id) as ref from scim_users s join users u using (user_id)
    where s.workspace_id = ${workspace_id} and lower(s.external_id) = any(${lower}::text[])
      and u.workspace_id = ${workspace_id} and u.disabled_at is null`;
  const known = new Set(byExternalId.map(({ ref }) => ref));
  const left = lower.filter((ref) => ref.includes("@") && !known.has(ref));
  if (left.length === 0) return byExternalId;
  const byEmail = await sql<(FoundMember & { ref: string })[]>`
    select u.user_id, u.email, lower(u.email) as ref from users u
    where u.workspace_id = ${workspace_id} and lower(u.email) = any(${left}::text[]) and u.disabled_at is null`;
  return [...byExternalId, ...byEmail];
}
