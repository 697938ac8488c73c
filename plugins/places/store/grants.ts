// Grants as rows, with the subject that each names: for the plugins that show, give and take them.
import { type Actor, DAY_MS, later, type PageOptions, pagesOf, refuse, type Sql } from "../../../kernel/plugin.ts";
import { holdGroups } from "../../../kernel/ports/auth.ts";
import { type GrantedLevel, levelNumber } from "../levels.ts";
import { isInForce, placeLevel } from "../rule.ts";

export const SUBJECT_TYPES = ["user", "group", "workspace"] as const;
export type SubjectType = (typeof SUBJECT_TYPES)[number];

/** Whom a grant names: a person, a group, or everybody in the workspace. */
export interface Subject {
  type: SubjectType;
  id: number;
}

/** What a grant is on; exactly one of the two is set. */
export type GrantTarget = { place_id: number; document_id?: undefined } | { document_id: number; place_id?: undefined };

/** A grant with its subject and where it holds. */
export interface GrantRow {
  grant_id: number;
  place_id: number | null;
  document_id: number | null;
  subject_type: SubjectType;
  subject_id: number;
  /** The group's or workspace's slug; null for a person. */
  subject_slug: string | null;
  /** The group's or workspace's name, the person's name or address. */
  subject_name: string;
  /** The person's address; null for the others. */
  subject_email: string | null;
  level: GrantedLevel;
  created_by: number | null;
  created_at: Date;
  /** When it ends by itself; null for never. */
  expires_at: Date | null;
  /** Of the place; all null for a grant on a document. */
  root_id: number | null;
  folder: string | null;
  folder_owner_id: number | null;
  /** 0 for a document's own, which come before those of its folders. */
  sort_rank: number;
}

type GrantKeys = Pick<GrantRow, "sort_rank" | "grant_id">;

export const GRANTS = pagesOf("grants", (at) => ({ sort_rank: at.id("sort_rank"), grant_id: at.id("grant_id") }));

/** The columns of a grant, for queries over `grantRows`. */
function grantColumns(sql: Sql) {
  return sql`g.grant_id, g.place_id, g.document_id, g.subject_type, g.subject_id,
    coalesce(sg.slug, sw.slug) as subject_slug, coalesce(sg.name, sw.name, su.name, su.email, '') as subject_name, su.email as subject_email,
    (array['view', 'comment', 'edit'])[g.level] as level, g.created_by, g.created_at, g.expires_at,
    gp.root_id, gp.path as folder, gp.owner_id as folder_owner_id, (g.document_id is null)::int as sort_rank`;
}

function grantRows(sql: Sql) {
  return sql`grants g left join places gp on gp.place_id = g.place_id
    left join users su on g.subject_type = 'user' and su.user_id = g.subject_id
    left join groups sg on g.subject_type = 'group' and sg.group_id = g.subject_id
    left join workspaces sw on g.subject_type = 'workspace' and sw.workspace_id = g.subject_id`;
}

/** The grants on a document and then on places, each in the order in which they were made. */
export function listGrants(
  sql: Sql,
  on: { workspace_id: number; place_ids?: readonly number[]; document_id?: number } & Partial<PageOptions<GrantKeys>>,
): Promise<GrantRow[]> {
  const { after = null, limit = null } = on;
  const keys = sql`(g.document_id is null)::int, g.grant_id`;
  return sql<GrantRow[]>`
    select ${grantColumns(sql)} from ${grantRows(sql)}
    where g.workspace_id = ${on.workspace_id}
      and (g.place_id = any(${[...(on.place_ids ?? [])]}::bigint[]) or g.document_id = ${on.document_id ?? null})
      ${after === null ? sql`` : sql`and (${keys}) > (${after.sort_rank}::bigint, ${after.grant_id})`}
    order by ${keys} limit ${limit}`;
}

/** What is in force on documents and places for others than the caller, so many of each at most, in the order in which it was given. */
export async function listGivenOn(
  sql: Sql,
  actor: Actor,
  on: { document_ids: readonly number[]; place_ids: readonly number[]; most: number },
): Promise<GrantRow[]> {
  if (on.document_ids.length === 0) return [];
  const some = (ids: readonly number[], key: ReturnType<Sql>) => sql`
    select given.grant_id from unnest(${[...ids]}::bigint[]) as target(id) cross join lateral (
      select g.grant_id from grants g where ${key} = target.id and ${isToOthers(sql, actor)}
      order by g.grant_id limit ${on.most}) as given`;
  return sql<GrantRow[]>`
    select ${grantColumns(sql)} from ${grantRows(sql)}
    where g.grant_id in (${some(on.document_ids, sql`g.document_id`)} union all ${some(on.place_ids, sql`g.place_id`)})
    order by (g.document_id is null)::int, g.grant_id`;
}

/** Over `grants g`: it is in force, and names somebody else than the caller alone. */
export function isToOthers(sql: Sql, actor: Actor) {
  return sql`(g.workspace_id = ${actor.workspace.id} and ${isInForce(sql, actor)}
    and (g.subject_type <> 'user' or g.subject_id <> ${actor.user_id}))`;
}

/** Grants of a workspace by their ids, in the order in which they were made. */
export async function findGrantRows(
  sql: Sql,
  by: { workspace_id: number; grant_ids: readonly number[] },
): Promise<GrantRow[]> {
  if (by.grant_ids.length === 0) return [];
  return sql<GrantRow[]>`
    select ${grantColumns(sql)} from ${grantRows(sql)}
    where g.grant_id = any(${[...by.grant_ids]}::bigint[]) and g.workspace_id = ${by.workspace_id} order by g.grant_id`;
}

/** What a person was given by name: on a document, at a place, or at every place of a root. What is over is not among it. */
export function listNaming(
  sql: Sql,
  actor: Actor,
  on: { document_id: number } | { place_id: number } | { root_id: number },
): Promise<GrantRow[]> {
  const where =
    "document_id" in on
      ? sql`g.document_id = ${on.document_id}`
      : "place_id" in on
        ? sql`g.place_id = ${on.place_id}`
        : sql`gp.root_id = ${on.root_id}`;
  return sql<GrantRow[]>`
    select ${grantColumns(sql)} from ${grantRows(sql)}
    where g.workspace_id = ${actor.workspace.id} and g.subject_type = 'user' and g.subject_id = ${actor.user_id}
      and ${where} and ${isInForce(sql, actor)} order by g.grant_id for update of g`;
}

/** What a group was given at a place of a root. */
export interface GroupPlace {
  grant_id: number;
  root_id: number;
  root_name: string;
  path: string;
  level: GrantedLevel;
}

/** What a group was given at places of roots where the caller holds a level; root by root, from the top down. */
export function listGroupPlaces(sql: Sql, options: { actor: Actor; group_id: number }): Promise<GroupPlace[]> {
  const { actor, group_id } = options;
  return sql<GroupPlace[]>`
    select grant_id, root_id, root_name, path, level from (
      select own.grant_id, p.root_id, r.name as root_name, p.path, (array['view', 'comment', 'edit'])[own.level] as level,
        ${placeLevel(sql, actor)} as held
      from grants own join places p on p.place_id = own.place_id join roots r on r.root_id = p.root_id
      where own.workspace_id = ${actor.workspace.id} and own.subject_type = 'group' and own.subject_id = ${group_id}
        and ${isInForce(sql, actor, sql`own`)}
    ) as given
    where held > 0 order by lower(root_name), root_id, path`;
}

/** A grant of a workspace by its id, or null. */
export async function findGrant(sql: Sql, by: { workspace_id: number; grant_id: number }): Promise<GrantRow | null> {
  const [row] = await sql<GrantRow[]>`
    select ${grantColumns(sql)} from ${grantRows(sql)}
    where g.grant_id = ${by.grant_id} and g.workspace_id = ${by.workspace_id}`;
  return row ?? null;
}

/** What a subject held at a place or on a document before. */
export interface GrantBefore {
  level: GrantedLevel;
  expires_at: Date | null;
}

/**
 * Gives a subject a level, or changes the one it has there. Without `expires_at` one that is in force keeps its end, and a new one
 * has none. `was` is what the subject held there, null for nothing. Throws 404 for a subject that has just left; it cannot leave
 * before the transaction ends, so that it takes this grant along.
 */
export async function putGrant(
  sql: Sql,
  options: {
    actor: Actor;
    on: GrantTarget;
    subject: Subject;
    level: GrantedLevel;
    expires_at?: Date | null | undefined;
    now: Date;
  },
): Promise<{ grant_id: number; was: GrantBefore | null }> {
  const { actor, on, subject, level, now } = options;
  const placeId = on.place_id ?? null;
  const documentId = on.document_id ?? null;
  await holdSubject(sql, actor.workspace.id, subject);
  const was = await holdBefore(sql, { workspace_id: actor.workspace.id, placeId, documentId, subject, now });
  const ends = options.expires_at === undefined ? (was?.expires_at ?? null) : options.expires_at;
  const [row] = await sql<{ grant_id: number }[]>`
    insert into grants as g (workspace_id, place_id, document_id, subject_type, subject_id, level, created_by, created_at,
      expires_at, warn_at)
    values (${actor.workspace.id}, ${placeId}, ${documentId}, ${subject.type}, ${subject.id}, ${levelNumber(level)},
      ${actor.user_id}, ${now}, ${ends}, ${ends && warningBefore(ends, now)})
    on conflict (place_id, document_id, subject_type, subject_id) do update set level = excluded.level,
      expires_at = excluded.expires_at,
      warn_at = case when g.expires_at is not distinct from excluded.expires_at then g.warn_at else excluded.warn_at end
    returning grant_id`;
  if (!row) throw new Error("an upsert of a grant answered no row");
  return { grant_id: row.grant_id, was };
}

/** What the subject holds there, locked. A grant that is over goes: what is given now begins now. */
async function holdBefore(
  sql: Sql,
  by: { workspace_id: number; placeId: number | null; documentId: number | null; subject: Subject; now: Date },
): Promise<GrantBefore | null> {
  const { workspace_id, placeId, documentId, subject, now } = by;
  const [previous] = await sql<(GrantBefore & { grant_id: number })[]>`
    select grant_id, (array['view', 'comment', 'edit'])[level] as level, expires_at from grants
    where workspace_id = ${workspace_id} and place_id is not distinct from ${placeId}
      and document_id is not distinct from ${documentId} and subject_type = ${subject.type} and subject_id = ${subject.id}
    for update`;
  if (!previous) return null;
  const { grant_id, level, expires_at } = previous;
  if (expires_at === null || expires_at > now) return { level, expires_at };
  await deleteGrant(sql, { workspace_id, grant_id });
  return null;
}

/** People are told three days before the end, or when half of a shorter time is over. */
const WARNED_MS = 3 * DAY_MS;

function warningBefore(end: Date, now: Date): Date {
  return later(end, -Math.min(WARNED_MS, (end.getTime() - now.getTime()) / 2));
}

async function holdSubject(sql: Sql, workspace_id: number, { type, id }: Subject): Promise<void> {
  if (type === "user") {
    const locked = await sql`
      select 1 from users where user_id = ${id} and workspace_id = ${workspace_id} for key share`;
    if (locked.count === 0) throw refuse.notFound("the person is not a member of this workspace any more");
  }
  if (type === "group" && (await holdGroups(sql, { workspace_id, group_ids: [id] })).length === 0) {
    throw refuse.notFound("the group is not in this workspace any more");
  }
}

/** Takes a grant away; false when it is gone already. A folder of a root keeps its list, which may be empty now. */
export async function deleteGrant(sql: Sql, by: { workspace_id: number; grant_id: number }): Promise<boolean> {
  const gone = await sql`delete from grants where grant_id = ${by.grant_id} and workspace_id = ${by.workspace_id}`;
  return gone.count === 1;
}
