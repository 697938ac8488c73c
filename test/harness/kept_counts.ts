// Holds the counts of documents that triggers keep against what is there, whoever wrote it.
import type { Sql } from "../../kernel/plugin.ts";

/** Every count by place of access and tag that is not what a count of the documents says, in words; none is an empty list. */
export async function findMiscounts(sql: Sql, workspaceIds: readonly number[] | null = null): Promise<string[]> {
  const inThese = sql`(${workspaceIds === null} or workspace_id = any(${[...(workspaceIds ?? [])]}::bigint[]))`;
  const rows = await sql<{ at: string; kept: string; there: string }[]>`
    with one as (
      select d.workspace_id, d.place_id, d.owner_id, d.tags, d.listing, (d.visibility = 'unlisted' and d.listing = 'team')
        or (d.visibility = 'workspace' and not exists (select from grants g where g.document_id = d.document_id)) as is_open
      from documents d where d.deleted_at is null and d.released_at is null
    ), there as (
      select workspace_id, place_id, owner_id, tags, 1 as docs, is_open::int as open_docs, (is_open and listing = 'team')::int as listed_docs
      from one where ${inThese}
    ), kept as (
      select workspace_id, 0 as owner, guard_id, root_id, tag, docs, open_docs, listed_docs from document_counts where ${inThese}
      union all
      select workspace_id, owner_id, guard_id, root_id, tag, docs, open_docs, listed_docs from document_owner_counts where ${inThese}
      union all select w.* from (select * from document_count_changes where ${inThese}) as changed, ${guarded(sql, "changed")}
    ), wanted as (
      select w.* from there, ${guarded(sql, "there")}
    ), summed as (
      select workspace_id, owner, guard_id, root_id, tag, sum(docs) as docs, sum(open_docs) as open_docs, sum(listed_docs) as listed_docs
      from kept group by workspace_id, owner, guard_id, root_id, tag
    ), counted as (
      select workspace_id, owner, guard_id, root_id, tag, sum(docs) as docs, sum(open_docs) as open_docs, sum(listed_docs) as listed_docs
      from wanted group by workspace_id, owner, guard_id, root_id, tag
    )
    select concat_ws(' ', workspace_id, 'owner', owner, 'guard', guard_id, tag) as at, s::text as kept, c::text as there
    from (select * from summed where docs <> 0 or open_docs <> 0 or listed_docs <> 0) as s
      full join counted c using (workspace_id, owner, guard_id, tag)
    where (s.root_id, s.docs, s.open_docs, s.listed_docs) is distinct from (c.root_id, c.docs, c.open_docs, c.listed_docs)`;
  const miscounted = rows.map(({ at, kept, there }) => `the counts at ${at} are kept as ${kept} and are ${there}`);
  return [...miscounted, ...(await findMiscountedPlaces(sql, workspaceIds)), ...(await findMistagged(sql))];
}

/** The same of what is kept for each place by itself. */
async function findMiscountedPlaces(sql: Sql, workspaceIds: readonly number[] | null): Promise<string[]> {
  const rows = await sql<{ place_id: number; kept: string; there: string }[]>`
    with kept as (
      select place_id, docs, open_docs, listed_docs, team_docs from document_place_counts
      union all select place_id, docs, open_docs, listed_docs, team_docs from document_count_changes
    ), one as (
      select d.place_id, d.listing = 'team' as is_team, (d.visibility = 'unlisted' and d.listing = 'team')
        or (d.visibility = 'workspace' and not exists (select from grants g where g.document_id = d.document_id)) as is_open
      from documents d where d.deleted_at is null and d.released_at is null
    ), counted as (
      select place_id, count(*) as docs, count(*) filter (where is_open) as open_docs,
        count(*) filter (where is_open and is_team) as listed_docs, count(*) filter (where is_team) as team_docs
      from one group by place_id
    ), summed as (
      select place_id, sum(docs) as docs, sum(open_docs) as open_docs, sum(listed_docs) as listed_docs, sum(team_docs) as team_docs
      from kept group by place_id
    )
    select coalesce(s.place_id, c.place_id) as place_id, s::text as kept, c::text as there
    from (select * from summed where docs <> 0 or open_docs <> 0 or listed_docs <> 0 or team_docs <> 0) as s
      full join counted c using (place_id) left join places p using (place_id)
    where (${workspaceIds === null} or p.workspace_id is null or p.workspace_id = any(${[...(workspaceIds ?? [])]}::bigint[]))
      and (s.docs, s.open_docs, s.listed_docs, s.team_docs) is distinct from (c.docs, c.open_docs, c.listed_docs, c.team_docs)`;
  return rows.map((row) => `the counts of the place ${row.place_id} are kept as ${row.kept} and are ${row.there}`);
}

/** What is kept of tags in the order of lists and is not what documents say. */
async function findMistagged(sql: Sql): Promise<string[]> {
  const rows = await sql<{ text: string }[]>`
    with there as (
      select distinct d.workspace_id, d.place_id, tag, d.updated_at, d.document_id, case
        when d.visibility = 'restricted' or d.visibility = 'password' then 0
        when d.visibility = 'workspace' and exists (select from grants g where g.document_id = d.document_id) then 0
        when d.listing = 'team' then 2 when d.visibility = 'workspace' then 1 else 0 end as openness
      from documents d, unnest(d.tags) as tag where d.deleted_at is null
    ), kept as (
      select workspace_id, place_id, tag, updated_at, document_id, openness::int from document_tags
    )
    select 'kept alone: ' || t::text as text from (select * from kept except all select * from there) as t
    union all
    select 'not kept: ' || t::text from (select * from there except all select * from kept) as t`;
  return rows.map((row) => `tags in order, ${row.text}`);
}

/**
 * Each row for each of its tags: for everybody, whose owner is 0 here, where it counts for itself too, at the place whose list
 * counts and for the whole workspace; and for its owner at that place, or in their My documents as one.
 */
function guarded(sql: Sql, rows: "changed" | "there") {
  const of = sql(rows);
  const guard = sql`case when p.root_id is null then p.place_id else p.guard_ids[1] end`;
  return sql`lateral (
    select ${of}.workspace_id, at.owner, at.guard_id, at.root_id, tag, ${of}.docs, ${of}.open_docs, ${of}.listed_docs
    from places p, lateral (values (0, ${guard}, p.root_id, array['']), (0, 0, null, array['']),
        (${of}.owner_id, case when p.root_id is null and p.owner_id = ${of}.owner_id then 0 else ${guard} end, p.root_id, array[]::text[]))
      as at(owner, guard_id, root_id, itself), unnest(${of}.tags || at.itself) as tag
    where p.place_id = ${of}.place_id) as w`;
}
