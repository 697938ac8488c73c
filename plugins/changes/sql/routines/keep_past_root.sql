-- Keeps a root that goes for those who followed it.
-- Revision 1.
create or replace function keep_past_root() returns trigger language plpgsql as $$
begin
  insert into past_roots (root_id, workspace_id, created_by) values (old.root_id, old.workspace_id, old.created_by);
  perform open_scope_turn(old.workspace_id);
  return null;
end
$$;
