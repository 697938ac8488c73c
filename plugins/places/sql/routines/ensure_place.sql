-- The place at a path, made with every folder above it where they are missing.
-- In a root the caller holds the row of the root.
-- Revision 1.
create or replace function ensure_place(workspace bigint, root bigint, owner bigint, wanted text) returns bigint language plpgsql as $$
declare
  steps text[] := string_to_array(wanted, '/');
  made bigint;
  parent bigint;
begin
  if root is null then
    select p.place_id into made from places p where p.owner_id = owner and p.root_id is null and p.path = wanted;
  else
    select p.place_id into made from places p where p.root_id = root and p.path = wanted;
  end if;
  if made is not null then return made; end if;
  for depth in 0 .. cardinality(steps) loop
    parent := made;
    insert into places as p (workspace_id, root_id, owner_id, path)
    values (workspace, root, owner, array_to_string(steps[1:depth], '/'))
    on conflict (root_id, owner_id, path) do update set path = excluded.path returning p.place_id into made;
    -- A place that was there already has its guards.
    update places p
    set guard_ids = coalesce((select above.guard_ids from places above where above.place_id = parent), '{}')
      || case when root is null then array[p.place_id] else '{}'::bigint[] end
    where p.place_id = made and p.guard_ids = '{}';
  end loop;
  return made;
end
$$;
