-- The places at paths of My documents, by the order of their owners.
-- Each is made as ensure_place makes it where it is missing.
-- Revision 1.
create or replace function ensure_places(workspace bigint, owners bigint[], wanted text[]) returns bigint[] language plpgsql as $$
declare
  -- By the key whatever the planner knows of the table.
  found_ids bigint[] := (
    select array_agg((select p.place_id from places p where p.owner_id = w.owner and p.root_id is null and p.path = w.path) order by w.n)
    from unnest(owners, wanted) with ordinality as w(owner, path, n));
begin
  for i in 1 .. cardinality(owners) loop
    if found_ids[i] is null then found_ids[i] := ensure_place(workspace, null, owners[i], wanted[i]); end if;
  end loop;
  return coalesce(found_ids, '{}');
end
$$;
