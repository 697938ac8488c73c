-- How many live documents lie at each place, by what decides who may open them, so that no list of folders counts them.
-- Kept as document_counts are, from the same changes: no two writers wait for one row.

-- From here on nobody writes a document, so that what is counted below is all there is.
lock table documents in share mode;
lock table document_count_changes in access exclusive mode;

create table document_place_counts (
  place_id bigint primary key,
  docs integer not null,
  -- Those of them that are open to every member, and those of these that are listed to the team.
  open_docs integer not null,
  listed_docs integer not null,
  -- Those that are listed to the team, whoever may open them.
  team_docs integer not null
);

alter table document_count_changes add column team_docs integer not null default 0;

create or replace function count_documents() returns trigger language plpgsql as $$
declare
  is_open integer;
begin
  if tg_op <> 'INSERT' and old.deleted_at is null and old.released_at is null then
    is_open := ((old.visibility = 'unlisted' and old.listing = 'team') or (old.visibility = 'workspace' and old.grant_count = 0))::int;
    insert into document_count_changes (workspace_id, place_id, owner_id, tags, docs, open_docs, listed_docs, team_docs)
    values (old.workspace_id, old.place_id, old.owner_id, old.tags, -1, -is_open, case when old.listing = 'team' then -is_open else 0 end,
      -(old.listing = 'team')::int);
  end if;
  if tg_op <> 'DELETE' and new.deleted_at is null and new.released_at is null then
    is_open := ((new.visibility = 'unlisted' and new.listing = 'team') or (new.visibility = 'workspace' and new.grant_count = 0))::int;
    insert into document_count_changes (workspace_id, place_id, owner_id, tags, docs, open_docs, listed_docs, team_docs)
    values (new.workspace_id, new.place_id, new.owner_id, new.tags, 1, is_open, case when new.listing = 'team' then is_open else 0 end,
      (new.listing = 'team')::int);
  end if;
  return null;
end
$$;

-- Adds what happened to documents of places to the counts of these. In the workspace's turn.
create function add_place_counts(happened document_count_changes[]) returns void language sql as $$
  insert into document_place_counts as c (place_id, docs, open_docs, listed_docs, team_docs)
  select p.place_id, sum(h.docs), sum(h.open_docs), sum(h.listed_docs), sum(h.team_docs)
  from unnest(happened) as h join places p on p.place_id = h.place_id
  group by p.place_id
  on conflict (place_id) do update set docs = c.docs + excluded.docs, open_docs = c.open_docs + excluded.open_docs,
    listed_docs = c.listed_docs + excluded.listed_docs, team_docs = c.team_docs + excluded.team_docs
$$;

create or replace function fold_document_counts(workspace bigint, at_most integer) returns integer language plpgsql as $$
declare
  gone document_count_changes[];
  added record;
begin
  perform await_turn(workspace);
  with taken as (
    delete from document_count_changes where ctid = any(array(
      select ctid from document_count_changes where workspace_id = workspace limit at_most)) returning *
  )
  select array_agg(taken::document_count_changes) into gone from taken;
  if gone is null then return 0; end if;
  perform add_place_counts(gone);
  for added in
    with changed as materialized (select * from unnest(gone)), placed as (
      select null::bigint as owner, count_guard(p.root_id, p.guard_ids, p.place_id) as guard_id, p.root_id,
        array_append(c.tags, '') as names, docs, open_docs, listed_docs
      from changed c join places p on p.place_id = c.place_id
      union all select null, 0, null, array_append(tags, ''), docs, open_docs, listed_docs from changed
      union all
      select c.owner_id, owner_guard(p.root_id, p.guard_ids, p.place_id, p.owner_id, c.owner_id), p.root_id, c.tags,
        docs, open_docs, listed_docs
      from changed c join places p on p.place_id = c.place_id
    )
    select owner, guard_id, root_id, tag, sum(docs)::int as docs, sum(open_docs)::int as open_docs, sum(listed_docs)::int as listed_docs
    from placed, unnest(names) as tag group by owner, guard_id, root_id, tag
  loop
    perform add_counts(workspace, added.owner, added.guard_id, added.root_id, added.tag, added.docs, added.open_docs, added.listed_docs);
  end loop;
  return cardinality(gone);
end
$$;

-- As before, and the counts of a place end with it.
create or replace function move_document_counts() returns trigger language plpgsql as $$
declare
  guard bigint := count_guard(old.root_id, old.guard_ids, old.place_id);
  gone document_count_changes[];
  moved record;
begin
  perform await_turn(old.workspace_id);
  with taken as (
    delete from document_count_changes where workspace_id = old.workspace_id and place_id = old.place_id returning *
  )
  select array_agg(taken::document_count_changes) into gone from taken;
  if tg_op = 'DELETE' then
    delete from document_place_counts where place_id = old.place_id;
  else
    perform add_place_counts(gone);
  end if;
  for moved in
    with placed as (
      select to_guard.*, array_append(tags, '') as names, docs, open_docs, listed_docs
      from unnest(gone), (values (null::bigint, guard, old.root_id), (null, 0, null)) as to_guard(owner, guard_id, root_id)
      union all
      select owner_id, owner_guard(old.root_id, old.guard_ids, old.place_id, old.owner_id, owner_id), old.root_id, tags,
        docs, open_docs, listed_docs
      from unnest(gone)
    )
    select owner, guard_id, root_id, tag, sum(docs)::int as docs, sum(open_docs)::int as open_docs, sum(listed_docs)::int as listed_docs
    from placed, unnest(names) as tag group by owner, guard_id, root_id, tag
  loop
    perform add_counts(old.workspace_id, moved.owner, moved.guard_id, moved.root_id, moved.tag, moved.docs, moved.open_docs,
      moved.listed_docs);
  end loop;
  if tg_op = 'UPDATE' then
    for moved in
      with standing as materialized (
        select d.owner_id, d.tags, d.listing,
          (d.visibility = 'unlisted' and d.listing = 'team') or (d.visibility = 'workspace' and d.grant_count = 0) as is_open
        from documents d where d.place_id = old.place_id and d.workspace_id = old.workspace_id
          and d.deleted_at is null and d.released_at is null
      ), named as (
        select null::bigint as owner, guard as from_guard, count_guard(new.root_id, new.guard_ids, new.place_id) as to_guard,
          array_append(tags, '') as names, listing, is_open
        from standing
        union all
        select owner_id, owner_guard(old.root_id, old.guard_ids, old.place_id, old.owner_id, owner_id),
          owner_guard(new.root_id, new.guard_ids, new.place_id, new.owner_id, owner_id), tags, listing, is_open
        from standing
      )
      select owner, from_guard, to_guard, tag, count(*)::int as docs, sum(is_open::int)::int as open_docs,
        sum((is_open and listing = 'team')::int)::int as listed_docs
      from named, unnest(names) as tag
      where (from_guard, old.root_id) is distinct from (to_guard, new.root_id) group by owner, from_guard, to_guard, tag
    loop
      perform add_counts(old.workspace_id, moved.owner, moved.from_guard, old.root_id, moved.tag, -moved.docs, -moved.open_docs,
        -moved.listed_docs);
      perform add_counts(old.workspace_id, moved.owner, moved.to_guard, new.root_id, moved.tag, moved.docs, moved.open_docs,
        moved.listed_docs);
    end loop;
  end if;
  return null;
end
$$;

-- What waits to be added has been counted with the documents, and is told apart from them once more.
insert into document_place_counts (place_id, docs, open_docs, listed_docs, team_docs)
select place_id, sum(docs), sum(open_docs), sum(listed_docs), sum(team_docs) from (
  select place_id, count(*) as docs, count(*) filter (where is_open) as open_docs,
    count(*) filter (where is_open and listing = 'team') as listed_docs, count(*) filter (where listing = 'team') as team_docs
  from (
    select place_id, listing, (visibility = 'unlisted' and listing = 'team') or (visibility = 'workspace' and grant_count = 0) as is_open
    from documents where deleted_at is null and released_at is null
  ) as d group by place_id
  union all
  select place_id, -docs, -open_docs, -listed_docs, -team_docs from document_count_changes
) as counted join places using (place_id) group by place_id;
