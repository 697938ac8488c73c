// Who may open what in a root and why, as rows: the rule of permission read the other way round, for all people at once.
import { type Actor, type PageOptions, pagesOf, type Sql } from "../../../kernel/plugin.ts";
import { live, openToMembers } from "../../documents/port/sql.ts";
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

/** The ways into a root, folder by folder, its lists before its documents. Whoever asks manages the root. */
export async function listWays(sql: Sql, wanted: ReviewWanted): Promise<AccessRow[]> {
  const { after, limit, root, user_id } = wanted;
  const keys = sql`f.folder collate "C", f.document_id, f.way_rank, f.grant_id, f.user_id`;
  const isTheirs = sql`(f.audience in ('workspace', 'link') or f.user_id = ${user_id})`;
  const rows = await sql<(Omit<AccessRow, "level"> & { level: number })[]>`
    with ${placesAndDocuments(sql, wanted)}, found as (${grantedWays(sql, wanted)} union all ${openWays(sql)})
    select f.folder, f.document_id, d.doc_id, d.title, f.way, f.way_rank, f.level, f.audience, f.user_id, u.email, u.name,
      coalesce(u.disabled_at is not null, false) as disabled, f.grant_id, f.group_id, sg.slug as group_slug, sg.name as group_name,
      f.expires_at, case when f.document_id > 0 then 1 when f.way = 'root_manager' then (select coalesce(sum(docs), 0)::int from counted)
        else coalesce((select docs from counted where counted.guard_id = f.guard_id), 0) end as docs
    from found f left join docs d using (document_id)
      left join users u on u.user_id = f.user_id and u.workspace_id = ${root.workspace_id} left join groups sg on sg.group_id = f.group_id
    where ${user_id === null ? sql`true` : isTheirs}
      ${after === null ? sql`` : sql`and (${keys}) > (${after.folder}::text collate "C", ${after.document_id}::bigint, ${after.way_rank}::bigint, ${after.grant_id}::bigint, ${after.user_id}::bigint)`}
    order by ${keys} limit ${limit}`;
  return rows.map((row) => ({ ...row, level: levelNamed(row.level) }));
}

/** The root's lists with the grants on them in force, its documents with theirs, and how many documents each list decides on. */
function placesAndDocuments(sql: Sql, { actor, root, now }: ReviewWanted) {
  const { root_id, workspace_id } = root;
  const columns = sql`g.grant_id, g.subject_type, g.subject_id, g.level, g.expires_at`;
  return sql`docs as materialized (
      select d.document_id, d.doc_id, d.title, d.visibility, d.listing, p.path as folder, p.guard_ids[1] as guard_id
      from documents d join places p using (place_id)
      where p.root_id = ${root_id} and d.workspace_id = ${workspace_id} and d.lost_root is null and ${live(sql, now)}
    ), counted as materialized (select guard_id, count(*)::int as docs from docs group by guard_id
    ), given as materialized (
      select 'place_list' as way, 2 as way_rank, p.path as folder, 0::bigint as document_id, p.place_id as guard_id, ${columns}
      from places p join grants g on g.place_id = p.place_id
      where p.root_id = ${root_id} and p.workspace_id = ${workspace_id} and p.has_list and ${isInForce(sql, actor)}
      union all
      select 'document_grant', 3, d.folder, d.document_id, null, ${columns}
      from docs d join grants g on g.document_id = d.document_id
      where g.workspace_id = ${workspace_id} and ${isInForce(sql, actor)}
    )`;
}

/** Whoever manages the root, and whom grants name: the people of a group one by one, everybody in the workspace as one. */
function grantedWays(sql: Sql, { root }: ReviewWanted) {
  const { workspace_id, created_by, is_general } = root;
  const author = is_general ? null : created_by;
  const given = sql`g.folder, g.document_id, g.guard_id, g.way, g.way_rank, g.level::int`;
  return sql`
    select '' as folder, 0::bigint as document_id, null::bigint as guard_id, 'root_manager' as way, 1 as way_rank, 4 as level,
      'person' as audience, user_id, 0::bigint as grant_id, null::bigint as group_id, null::timestamptz as expires_at
    from users where workspace_id = ${workspace_id} and (role in ('owner', 'admin') or user_id = ${author})
    union all
    select ${given}, case g.subject_type when 'user' then 'person' else 'workspace' end,
      case g.subject_type when 'user' then g.subject_id else 0 end, g.grant_id, null, g.expires_at
    from given g where g.subject_type in ('user', 'workspace')
    union all
    select ${given}, case when gm.user_id is null then 'group' else 'person' end, coalesce(gm.user_id, 0), g.grant_id, g.subject_id, g.expires_at
    from given g left join group_members gm on gm.group_id = g.subject_id and gm.workspace_id = ${workspace_id}
    where g.subject_type = 'group'`;
}

/** What the visibility of documents opens: to every member, and at their links. */
function openWays(sql: Sql) {
  return sql`
    select d.folder, d.document_id, null, case d.visibility when 'workspace' then 'workspace_visibility' else 'team_listing' end, 4, 1,
      'workspace', 0, 0, null, null
    from docs d where ${openToMembers(sql)}
    union all
    select d.folder, d.document_id, null, case d.visibility when 'password' then 'password' else 'link' end, 5, 1, 'link', 0, 0, null, null
    from docs d where d.visibility in ('unlisted', 'password')`;
}
