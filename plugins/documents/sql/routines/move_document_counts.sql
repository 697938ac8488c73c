-- Takes the counts of a place along when it moves under another guard; they end with the place.
-- Revision 1.
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
