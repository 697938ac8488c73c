-- How many live documents of each owner carry a tag, so that whether nobody else's does is told without reading all that they own.
-- Counted as document_counts are, by what decides who may open them, and from the same changes.

-- Where one answer holds for documents of an owner: 0 in their own My documents, else as for everybody.
create function owner_guard(root_id bigint, guard_ids bigint[], place_id bigint, place_owner bigint, owner bigint) returns bigint
language sql immutable
return case when root_id is null and place_owner = owner then 0 else count_guard(root_id, guard_ids, place_id) end;

create table document_owner_counts (
  workspace_id bigint not null,
  owner_id bigint not null,
  -- 0 for the owner's own My documents.
  guard_id bigint not null,
  -- Null in My documents.
  root_id bigint,
  tag text not null,
  docs integer not null,
  -- Those of them that are open to every member, and those of these that are listed to the team.
  open_docs integer not null,
  listed_docs integer not null,
  primary key (workspace_id, owner_id, guard_id, tag)
);

-- From here on nobody writes a document, so that what is counted below is all there is.
drop trigger documents_counted_update on documents;
lock table document_count_changes in access exclusive mode;

-- What waits to be added does not say whose it is: it is added as ever, and the owners are counted anew.
do $$
declare
  added record;
begin
  for added in
    with placed as (
      select count_guard(p.root_id, p.guard_ids, p.place_id) as guard_id, p.root_id, c.*
      from document_count_changes c join places p on p.place_id = c.place_id
      union all select 0, null, c.* from document_count_changes c
    )
    select workspace_id, guard_id, root_id, tag, sum(docs)::int as docs, sum(open_docs)::int as open_docs,
      sum(listed_docs)::int as listed_docs
    from placed, unnest(array_append(tags, '')) as tag group by workspace_id, guard_id, root_id, tag
  loop
    perform add_document_counts(added.workspace_id, added.guard_id, added.root_id, added.tag, added.docs, added.open_docs,
      added.listed_docs);
  end loop;
end
$$;
delete from document_count_changes;
alter table document_count_changes add column owner_id bigint not null;

insert into document_owner_counts (workspace_id, owner_id, guard_id, root_id, tag, docs, open_docs, listed_docs)
select d.workspace_id, d.owner_id, owner_guard(p.root_id, p.guard_ids, p.place_id, p.owner_id, d.owner_id), p.root_id, tag, count(*),
  sum(is_open::int), sum((is_open and listing = 'team')::int)
from (
  select *, (visibility = 'unlisted' and listing = 'team') or (visibility = 'workspace' and grant_count = 0) as is_open
  from documents where deleted_at is null and released_at is null
) as d
  join places p using (place_id), unnest(d.tags) as tag
group by 1, 2, 3, 4, 5;

create or replace function count_documents() returns trigger language plpgsql as $$
declare
  is_open integer;
begin
  if tg_op <> 'INSERT' and old.deleted_at is null and old.released_at is null then
    is_open := ((old.visibility = 'unlisted' and old.listing = 'team') or (old.visibility = 'workspace' and old.grant_count = 0))::int;
    insert into document_count_changes (workspace_id, place_id, owner_id, tags, docs, open_docs, listed_docs)
    values (old.workspace_id, old.place_id, old.owner_id, old.tags, -1, -is_open, case when old.listing = 'team' then -is_open else 0 end);
  end if;
  if tg_op <> 'DELETE' and new.deleted_at is null and new.released_at is null then
    is_open := ((new.visibility = 'unlisted' and new.listing = 'team') or (new.visibility = 'workspace' and new.grant_count = 0))::int;
    insert into document_count_changes (workspace_id, place_id, owner_id, tags, docs, open_docs, listed_docs)
    values (new.workspace_id, new.place_id, new.owner_id, new.tags, 1, is_open, case when new.listing = 'team' then is_open else 0 end);
  end if;
  return null;
end
$$;
create trigger documents_counted_update
  after update of workspace_id, place_id, owner_id, tags, visibility, listing, deleted_at, released_at, grant_count on documents for each row
  when ((old.workspace_id, old.place_id, old.owner_id, old.tags, old.visibility, old.listing,
      old.deleted_at is null and old.released_at is null, old.grant_count > 0)
    is distinct from (new.workspace_id, new.place_id, new.owner_id, new.tags, new.visibility, new.listing,
      new.deleted_at is null and new.released_at is null, new.grant_count > 0))
  execute function count_documents();

-- Adds to the counts of one owner at one guard. In the workspace's turn.
create function add_owner_counts(
  workspace bigint, owner bigint, guard bigint, root bigint, tagged text, more integer, more_open integer, more_listed integer
) returns void language plpgsql as $$
declare
  is_empty boolean;
begin
  if more = 0 and more_open = 0 and more_listed = 0 then return; end if;
  insert into document_owner_counts as c (workspace_id, owner_id, guard_id, root_id, tag, docs, open_docs, listed_docs)
  values (workspace, owner, guard, root, tagged, more, more_open, more_listed)
  on conflict (workspace_id, owner_id, guard_id, tag) do update set docs = c.docs + excluded.docs,
    open_docs = c.open_docs + excluded.open_docs, listed_docs = c.listed_docs + excluded.listed_docs
  returning docs = 0 and open_docs = 0 and listed_docs = 0 into is_empty;
  if is_empty then
    delete from document_owner_counts
    where workspace_id = workspace and owner_id = owner and guard_id = guard and tag = tagged;
  end if;
end
$$;

-- Adds to the counts of everybody, whose owner is null, or to those of an owner.
create function add_counts(
  workspace bigint, owner bigint, guard bigint, root bigint, tagged text, more integer, more_open integer, more_listed integer
) returns void language plpgsql as $$
begin
  if owner is null then
    perform add_document_counts(workspace, guard, root, tagged, more, more_open, more_listed);
  else
    perform add_owner_counts(workspace, owner, guard, root, tagged, more, more_open, more_listed);
  end if;
end
$$;

create or replace function fold_document_counts(workspace bigint, at_most integer) returns integer language plpgsql as $$
declare
  folded integer := 0;
  added record;
begin
  perform await_turn(workspace);
  for added in
    with gone as materialized (
      delete from document_count_changes where ctid = any(array(
        select ctid from document_count_changes where workspace_id = workspace limit at_most)) returning *
    ), placed as (
      select null::bigint as owner, count_guard(p.root_id, p.guard_ids, p.place_id) as guard_id, p.root_id, array_append(gone.tags, '') as names,
        docs, open_docs, listed_docs
      from gone join places p on p.place_id = gone.place_id
      union all select null, 0, null, array_append(tags, ''), docs, open_docs, listed_docs from gone
      union all
      select gone.owner_id, owner_guard(p.root_id, p.guard_ids, p.place_id, p.owner_id, gone.owner_id), p.root_id, gone.tags,
        docs, open_docs, listed_docs
      from gone join places p on p.place_id = gone.place_id
    )
    select owner, guard_id, root_id, tag, sum(docs)::int as docs, sum(open_docs)::int as open_docs, sum(listed_docs)::int as listed_docs,
      (select count(*) from gone) as changes
    from placed, unnest(names) as tag group by owner, guard_id, root_id, tag
  loop
    perform add_counts(workspace, added.owner, added.guard_id, added.root_id, added.tag, added.docs, added.open_docs, added.listed_docs);
    folded := added.changes;
  end loop;
  return folded;
end
$$;

-- As before, and a place that comes to be another person's takes the counts of its owners along.
create or replace function move_document_counts() returns trigger language plpgsql as $$
declare
  guard bigint := count_guard(old.root_id, old.guard_ids, old.place_id);
  moved record;
begin
  perform await_turn(old.workspace_id);
  for moved in
    with gone as (
      delete from document_count_changes where workspace_id = old.workspace_id and place_id = old.place_id returning *
    ), placed as (
      select to_guard.*, array_append(tags, '') as names, docs, open_docs, listed_docs
      from gone, (values (null::bigint, guard, old.root_id), (null, 0, null)) as to_guard(owner, guard_id, root_id)
      union all
      select owner_id, owner_guard(old.root_id, old.guard_ids, old.place_id, old.owner_id, owner_id), old.root_id, tags,
        docs, open_docs, listed_docs
      from gone
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
drop trigger places_turn_counts_update on places;
create constraint trigger places_turn_counts_update after update on places
  deferrable initially deferred for each row
  when (old.guard_ids <> '{}' and (count_guard(old.root_id, old.guard_ids, old.place_id), old.root_id, old.owner_id, old.workspace_id)
    is distinct from (count_guard(new.root_id, new.guard_ids, new.place_id), new.root_id, new.owner_id, new.workspace_id))
  execute function move_document_counts();
