-- Keeps what a place was when the transaction began.
-- Revision 1.
create or replace function keep_past_place() returns trigger language plpgsql as $$
begin
  -- What it was when the transaction began.
  insert into past_places (place_id, workspace_id, root_id, owner_id, path, guard_ids)
  values (old.place_id, old.workspace_id, old.root_id, old.owner_id, old.path, old.guard_ids)
  on conflict (place_id, workspace_id) where until_seq is null do nothing;
  perform open_scope_turn(old.workspace_id);
  return null;
end
$$;
