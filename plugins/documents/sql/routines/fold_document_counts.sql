-- Adds up so many noted changes of a workspace's counts at most, and answers how many there were.
-- Revision 1.
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
