-- One stamp a workspace, another after every change of who may do what at its places, and of what a place or root is called.
-- Whoever remembers what was read of them compares it: an equal stamp, read in a later snapshot, says that all of it still holds.
create table place_stamps (
  workspace_id bigint primary key,
  stamp uuid not null
);

create function stamp_places() returns trigger language plpgsql as $$
begin
  -- In the order of their ids, so that two who change the same two workspaces take turns.
  insert into place_stamps (workspace_id, stamp)
  select workspace_id, gen_random_uuid() from (
    select distinct workspace_id from unnest(array[old.workspace_id, new.workspace_id]) as workspace_id
    where workspace_id is not null order by workspace_id
  ) as changed
  on conflict (workspace_id) do update set stamp = excluded.stamp
    -- One transaction needs one stamp, however much it changes.
    where place_stamps.xmin <> pg_current_xact_id()::xid;
  return null;
end
$$;

-- At the commit, so that whoever changes something waits for others of the workspace no longer than one commit takes. A new place
-- or root says nothing of what was there before it, and a place is new until it has its guards.
create constraint trigger roots_stamp after update or delete on roots
  deferrable initially deferred for each row execute function stamp_places();
create constraint trigger places_stamp_update after update on places
  deferrable initially deferred for each row when (old is distinct from new and old.guard_ids <> '{}')
  execute function stamp_places();
create constraint trigger places_stamp_delete after delete on places
  deferrable initially deferred for each row execute function stamp_places();
create constraint trigger grants_stamp after insert or update or delete on grants
  deferrable initially deferred for each row execute function stamp_places();
