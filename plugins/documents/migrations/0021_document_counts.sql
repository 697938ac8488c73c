-- How many live documents there are, by tag and by what decides who may open them, so that no list of roots or tags counts them.
-- Triggers append what happens, so that no write forgets it and no two writers wait for one row; a job adds it up.

-- Grants of its own, which narrow what is open to the workspace: counted here, whoever gives one takes turns with who changes the document.
alter table documents add column grant_count integer not null default 0;
update documents d set grant_count = given.grants
from (select document_id, count(*) as grants from grants where document_id is not null group by document_id) as given
where d.document_id = given.document_id;

create function count_document_grants() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update documents set grant_count = grant_count + 1 where document_id = new.document_id;
  else
    update documents set grant_count = grant_count - 1 where document_id = old.document_id;
  end if;
  return null;
end
$$;
create trigger grants_counted_insert after insert on grants for each row when (new.document_id is not null)
  execute function count_document_grants();
create trigger grants_counted_delete after delete on grants for each row when (old.document_id is not null)
  execute function count_document_grants();

-- Where one answer holds for all documents: in a root the place whose list counts, in My documents each place.
create function count_guard(root_id bigint, guard_ids bigint[], place_id bigint) returns bigint language sql immutable
return case when root_id is null then place_id else guard_ids[1] end;

-- What is neither in the trash nor released. That something has expired and is not released yet is for who reads.
create table document_counts (
  workspace_id bigint not null,
  -- 0 for the whole workspace.
  guard_id bigint not null,
  -- Null in My documents and for the whole workspace.
  root_id bigint,
  -- '' for the documents themselves.
  tag text not null,
  docs integer not null,
  -- Those of them that are open to every member, and those of these that are listed to the team.
  open_docs integer not null,
  listed_docs integer not null,
  primary key (workspace_id, guard_id, tag)
);
create index document_counts_root on document_counts (root_id, tag) where root_id is not null;

-- What is to be added, one row for a document that came to count or ceased to.
create table document_count_changes (
  workspace_id bigint not null,
  place_id bigint not null,
  tags text[] not null,
  docs integer not null,
  open_docs integer not null,
  listed_docs integer not null
);
create index document_count_changes_place on document_count_changes (workspace_id, place_id);

create index documents_overdue on documents (workspace_id, expires_at)
  where deleted_at is null and released_at is null and expires_at is not null;

create function count_documents() returns trigger language plpgsql as $$
declare
  is_open integer;
begin
  if tg_op <> 'INSERT' and old.deleted_at is null and old.released_at is null then
    is_open := ((old.visibility = 'unlisted' and old.listing = 'team') or (old.visibility = 'workspace' and old.grant_count = 0))::int;
    insert into document_count_changes (workspace_id, place_id, tags, docs, open_docs, listed_docs)
    values (old.workspace_id, old.place_id, old.tags, -1, -is_open, case when old.listing = 'team' then -is_open else 0 end);
  end if;
  if tg_op <> 'DELETE' and new.deleted_at is null and new.released_at is null then
    is_open := ((new.visibility = 'unlisted' and new.listing = 'team') or (new.visibility = 'workspace' and new.grant_count = 0))::int;
    insert into document_count_changes (workspace_id, place_id, tags, docs, open_docs, listed_docs)
    values (new.workspace_id, new.place_id, new.tags, 1, is_open, case when new.listing = 'team' then is_open else 0 end);
  end if;
  return null;
end
$$;
create trigger documents_counted_insert after insert on documents for each row execute function count_documents();
create trigger documents_counted_delete after delete on documents for each row execute function count_documents();
create trigger documents_counted_update
  after update of workspace_id, place_id, tags, visibility, listing, deleted_at, released_at, grant_count on documents for each row
  when ((old.workspace_id, old.place_id, old.tags, old.visibility, old.listing, old.deleted_at is null and old.released_at is null,
      old.grant_count > 0)
    is distinct from (new.workspace_id, new.place_id, new.tags, new.visibility, new.listing,
      new.deleted_at is null and new.released_at is null, new.grant_count > 0))
  execute function count_documents();

-- Adds to the counts of one guard. In the workspace's turn, as all that writes counts.
create function add_document_counts(
  workspace bigint, guard bigint, root bigint, tagged text, more integer, more_open integer, more_listed integer
) returns void language plpgsql as $$
declare
  is_empty boolean;
begin
  if more = 0 and more_open = 0 and more_listed = 0 then return; end if;
  insert into document_counts as c (workspace_id, guard_id, root_id, tag, docs, open_docs, listed_docs)
  values (workspace, guard, root, tagged, more, more_open, more_listed)
  on conflict (workspace_id, guard_id, tag) do update set docs = c.docs + excluded.docs,
    open_docs = c.open_docs + excluded.open_docs, listed_docs = c.listed_docs + excluded.listed_docs
  returning docs = 0 and open_docs = 0 and listed_docs = 0 into is_empty;
  if is_empty then
    delete from document_counts where workspace_id = workspace and guard_id = guard and tag = tagged;
  end if;
end
$$;

-- Adds up so many changes of a workspace at most, and answers how many there were.
create function fold_document_counts(workspace bigint, at_most integer) returns integer language plpgsql as $$
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
      select count_guard(p.root_id, p.guard_ids, p.place_id) as guard_id, p.root_id, gone.*
      from gone join places p on p.place_id = gone.place_id
      union all select 0, null, gone.* from gone
    )
    select guard_id, root_id, tag, sum(docs)::int as docs, sum(open_docs)::int as open_docs, sum(listed_docs)::int as listed_docs,
      (select count(*) from gone) as changes
    from placed, unnest(array_append(tags, '')) as tag group by guard_id, root_id, tag
  loop
    perform add_document_counts(workspace, added.guard_id, added.root_id, added.tag, added.docs, added.open_docs, added.listed_docs);
    folded := added.changes;
  end loop;
  return folded;
end
$$;

-- A place that goes, or gets another guard, takes its counts along: at the commit, in the workspace's turn, when no document comes
-- to it or leaves it unseen.
create function move_document_counts() returns trigger language plpgsql as $$
declare
  guard bigint := count_guard(old.root_id, old.guard_ids, old.place_id);
  moved record;
begin
  perform await_turn(old.workspace_id);
  for moved in
    with gone as (
      delete from document_count_changes where workspace_id = old.workspace_id and place_id = old.place_id returning *
    )
    select to_guard.guard_id, to_guard.root_id, tag, sum(docs)::int as docs, sum(open_docs)::int as open_docs, sum(listed_docs)::int as listed_docs
    from gone, unnest(array_append(tags, '')) as tag, (values (guard, old.root_id), (0, null)) as to_guard(guard_id, root_id)
    group by to_guard.guard_id, to_guard.root_id, tag
  loop
    perform add_document_counts(old.workspace_id, moved.guard_id, moved.root_id, moved.tag, moved.docs, moved.open_docs, moved.listed_docs);
  end loop;
  if tg_op = 'UPDATE' then
    for moved in
      select tag, count(*)::int as docs, sum(is_open::int)::int as open_docs, sum((is_open and listing = 'team')::int)::int as listed_docs
      from (
        select d.tags, d.listing,
          (d.visibility = 'unlisted' and d.listing = 'team') or (d.visibility = 'workspace' and d.grant_count = 0) as is_open
        from documents d where d.place_id = old.place_id and d.workspace_id = old.workspace_id
          and d.deleted_at is null and d.released_at is null
      ) as standing, unnest(array_append(tags, '')) as tag group by tag
    loop
      perform add_document_counts(old.workspace_id, guard, old.root_id, moved.tag, -moved.docs, -moved.open_docs, -moved.listed_docs);
      perform add_document_counts(old.workspace_id, count_guard(new.root_id, new.guard_ids, new.place_id), new.root_id, moved.tag,
        moved.docs, moved.open_docs, moved.listed_docs);
    end loop;
  end if;
  return null;
end
$$;
create constraint trigger places_turn_counts_update after update on places
  deferrable initially deferred for each row
  when (old.guard_ids <> '{}' and (count_guard(old.root_id, old.guard_ids, old.place_id), old.root_id, old.workspace_id)
    is distinct from (count_guard(new.root_id, new.guard_ids, new.place_id), new.root_id, new.workspace_id))
  execute function move_document_counts();
create constraint trigger places_turn_counts_delete after delete on places
  deferrable initially deferred for each row execute function move_document_counts();

insert into document_counts (workspace_id, guard_id, root_id, tag, docs, open_docs, listed_docs)
select d.workspace_id, at.guard_id, at.root_id, tag, count(*), sum(is_open::int), sum((is_open and listing = 'team')::int)
from (
  select *, (visibility = 'unlisted' and listing = 'team') or (visibility = 'workspace' and grant_count = 0) as is_open
  from documents where deleted_at is null and released_at is null
) as d
  join places p using (place_id),
  lateral (values (count_guard(p.root_id, p.guard_ids, p.place_id), p.root_id), (0, null)) as at(guard_id, root_id),
  unnest(array_append(d.tags, '')) as tag
group by d.workspace_id, at.guard_id, at.root_id, tag;
