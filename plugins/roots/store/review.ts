// Who may open what in a root and why, as rows:
// the rule of permission read the other way round, for all people at once.
import { type Actor, type PageOptions, pagesOf, type Sql } from "../../../kernel/plugin.ts";
import { atLeast, countByGuard, isOpenHere, live, withWays } from "../../documents/port/sql.ts";
import { isInForce, levelNamed, type RootRow } from "../../places/port.ts";

/** The ways to something, as the explanation of one document calls its rules; `link` and `password` are for reading at its link. */
export const WAYS = [
  "root_manager",
  "place_list",
  "document_grant",
  "workspace_visibility",
  "team_listing",
  "link",
  "password",
] as const;
export type Way = (typeof WAYS)[number];

/** For whom a way is: one person, a group that nobody is in, everybody in the workspace, or whoever has the link. */
export const AUDIENCES = ["person", "group", "workspace", "link"] as const;

/** One way of one audience to what a list decides on, or to a document. */
export interface AccessRow {
  /** Of the list, or in which the document lies. */
  folder: string;
  document_id: number;
  doc_id: string | null;
  title: string | null;
  /** What the list decides on; 1 for a document. */
  docs: number;
  way: Way;
  way_rank: number;
  level: ReturnType<typeof levelNamed>;
  audience: (typeof AUDIENCES)[number];
  /** 0 where no one person is meant. */
  user_id: number;
  email: string | null;
  name: string | null;
  disabled: boolean;
  /** 0 without a grant. */
  grant_id: number;
  group_id: number | null;
  group_slug: string | null;
  group_name: string | null;
  expires_at: Date | null;
}

type AccessKeys = Pick<AccessRow, "folder" | "document_id" | "way_rank" | "grant_id" | "user_id">;

export const REVIEW = pagesOf<AccessKeys>("access_review", (at) => ({
  folder: at.text("folder"),
  document_id: at.id("document_id"),
  way_rank: at.id("way_rank"),
  grant_id: at.id("grant_id"),
  user_id: at.id("user_id"),
}));

export interface ReviewWanted extends PageOptions<AccessKeys> {
  actor: Actor;
  root: RootRow;
  /** Only what lets this person in; null for everybody. */
  user_id: number | null;
  now: Date;
}

/**
 * The ways into a root, folder by folder, its lists before its documents. Whoever asks manages the root. Read in their order, so that
 * a page costs what it shows: of documents those alone that something beside the lists opens.
 */
export async function listWays(sql: Sql, wanted: ReviewWanted): Promise<AccessRow[]> {
  const { root, limit } = wanted;
  const { root_id, workspace_id } = root;
  const keys = sql`f.folder, f.document_id, f.way_rank, f.grant_id, f.user_id`;
  const page = limit === null ? sql`` : atLeast(sql, limit);
  const rows = await sql<(Omit<AccessRow, "level"> & { level: number })[]>`
    with counted as materialized (${documentsByGuard(sql, wanted)}), page as materialized (
      select p.folder, p.place_id, w.* from (
        select place_id, path collate "C" as folder, has_list from places
        where root_id = ${root_id} and workspace_id = ${workspace_id} ${fromFolder(sql, wanted)} order by path collate "C"
      ) as p cross join lateral (
        (${managing(sql, wanted)}) union all (${listed(sql, wanted)})
        union all (${toDocuments(sql, wanted)} order by d.document_id, w.way_rank, w.grant_id, w.user_id ${page})
      ) as w
      order by p.folder, w.document_id, w.way_rank, w.grant_id, w.user_id ${page}
    )
    select f.folder, f.document_id, d.doc_id, d.title, f.way, f.way_rank, f.level, f.audience, f.user_id, u.email, u.name,
      coalesce(u.disabled_at is not null, false) as disabled, f.grant_id, f.group_id, sg.slug as group_slug, sg.name as group_name,
      f.expires_at, case when f.document_id > 0 then 1 when f.way = 'root_manager' then (select coalesce(sum(docs), 0)::int from counted)
        else coalesce((select docs from counted where counted.guard_id = f.place_id), 0) end as docs
    from page f left join documents d using (document_id)
      left join users u on u.user_id = f.user_id and u.workspace_id = ${workspace_id} left join groups sg on sg.group_id = f.group_id
    order by ${keys}`;
  return rows.slice(0, limit ?? rows.length).map((row) => ({ ...row, level: levelNamed(row.level) }));
}

type Fragment = ReturnType<typeof isInForce>;

/** Of each list of the root, how many documents it decides on. */
function documentsByGuard(sql: Sql, { actor, root, now }: ReviewWanted) {
  return sql`select guard_id, docs from (${countByGuard(sql, { actor, root, now })}) as counted where docs <> 0`;
}

/** Folders from where the page before ended. */
function fromFolder(sql: Sql, { after }: ReviewWanted) {
  return after === null ? sql`` : sql`and path collate "C" >= ${after.folder}::text collate "C"`;
}

/** Over `p`: what is to be shown of the ways `w` to a document, 0 for a list: behind the page before, and of whom is asked about. */
function isWanted(sql: Sql, { after, user_id }: ReviewWanted, documentId: Fragment) {
  const isTheirs = user_id === null ? sql`true` : sql`(w.audience in ('workspace', 'link') or w.user_id = ${user_id})`;
  if (after === null) return isTheirs;
  return sql`${isTheirs} and (p.folder, ${documentId}, w.way_rank, w.grant_id, w.user_id) > (${after.folder}::text collate "C",
    ${after.document_id}::bigint, ${after.way_rank}::bigint, ${after.grant_id}::bigint, ${after.user_id}::bigint)`;
}

/** Over `p`: whoever manages the root, told at its top. */
function managing(sql: Sql, wanted: ReviewWanted) {
  const { workspace_id, created_by, is_general } = wanted.root;
  const maker = is_general ? null : created_by;
  return sql`
    select 0::bigint as document_id, w.* from (
      select 'root_manager' as way, 1 as way_rank, 4 as level, 'person' as audience, user_id, 0::bigint as grant_id,
        null::bigint as group_id, null::timestamptz as expires_at
      from users where workspace_id = ${workspace_id} and (role in ('owner', 'admin') or user_id = ${maker})
    ) as w where p.folder = '' and ${isWanted(sql, wanted, sql`0`)}`;
}

/** Over `p`: whom its own list names. */
function listed(sql: Sql, wanted: ReviewWanted) {
  return sql`
    select 0, w.* from (${given(sql, wanted, { way: "place_list", on: sql`p.has_list and g.place_id = p.place_id` })}) as w
    where ${isWanted(sql, wanted, sql`0`)}`;
}

/** Over `p`: the ways to single documents there, by grants of their own and by what their visibility opens. */
function toDocuments(sql: Sql, wanted: ReviewWanted) {
  const { after, now, root, user_id } = wanted;
  const document = sql`d.document_id`;
  const from =
    after === null
      ? sql``
      : sql`and d.document_id >= case when p.folder = ${after.folder} then ${after.document_id}::bigint else 0 end`;
  // Of one person only what grants give them is read beside what opens to everybody.
  const isNamed =
    user_id === null
      ? sql``
      : sql`and (d.visibility <> 'restricted' or exists (
    select from (${given(sql, wanted, { way: "document_grant", on: sql`g.document_id = d.document_id` })}) as w
    where w.audience = 'workspace' or w.user_id = ${user_id}))`;
  return sql`
    select d.document_id, w.* from documents d cross join lateral (
      ${given(sql, wanted, { way: "document_grant", on: sql`d.grant_count > 0 and g.document_id = d.document_id` })}
      union all
      select case d.visibility when 'workspace' then 'workspace_visibility' else 'team_listing' end, 4, 1, 'workspace', 0, 0, null, null
      where ${isOpenHere(sql)}
      union all
      select case d.visibility when 'password' then 'password' else 'link' end, 5, 1, 'link', 0, 0, null, null
      where d.visibility in ('unlisted', 'password')
    ) as w
    where d.place_id = p.place_id and d.workspace_id = ${root.workspace_id} and ${withWays(sql)} and ${live(sql, now)} ${from} ${isNamed}
      and ${isWanted(sql, wanted, document)}`;
}

/** Whom grants in force name: the people of a group one by one, everybody in the workspace as one. */
function given(sql: Sql, { actor, root }: ReviewWanted, { way, on }: { way: Way; on: Fragment }) {
  return sql`
    select ${way}::text as way, ${WAYS.indexOf(way) + 1}::int as way_rank, g.level::int as level,
      case when g.subject_type = 'workspace' then 'workspace' when g.subject_type = 'group' and gm.user_id is null then 'group'
        else 'person' end as audience,
      case g.subject_type when 'user' then g.subject_id when 'group' then coalesce(gm.user_id, 0) else 0 end as user_id,
      g.grant_id, case g.subject_type when 'group' then g.subject_id end as group_id, g.expires_at
    from grants g left join group_members gm
      on g.subject_type = 'group' and gm.group_id = g.subject_id and gm.workspace_id = ${root.workspace_id}
    where ${on} and g.workspace_id = ${root.workspace_id} and ${isInForce(sql, actor)}`;
}
