-- Gives a workspace a new stamp where who may see what changes there.
-- In its turn, which what else a transaction does at its commit may need too.
-- Revision 1.
create or replace function stamp_places() returns trigger language plpgsql as $$
declare
  changed bigint;
begin
  -- In the order of their ids, so that two who change the same two workspaces take turns.
  for changed in
    select distinct workspace_id from unnest(array[old.workspace_id, new.workspace_id]) as workspace_id
    where workspace_id is not null order by workspace_id
  loop
    perform await_turn(changed);
    insert into place_stamps (workspace_id, stamp) values (changed, gen_random_uuid())
    on conflict (workspace_id) do update set stamp = excluded.stamp
      -- One transaction needs one stamp, however much it changes.
      where place_stamps.xmin <> pg_current_xact_id()::xid;
  end loop;
  return null;
end
$$;
