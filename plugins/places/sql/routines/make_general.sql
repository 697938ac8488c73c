-- Gives a workspace its General from its first moment, whoever makes the workspace.
-- Revision 1.
create or replace function make_general() returns trigger language plpgsql as $$
declare
  general bigint;
  top bigint;
begin
  insert into roots (workspace_id, slug, name, is_general, created_at, updated_at)
  values (new.workspace_id, 'general', 'General', true, new.created_at, new.created_at)
  returning root_id into general;
  insert into places (workspace_id, root_id, path, has_list) values (new.workspace_id, general, '', true)
  returning place_id into top;
  update places set guard_ids = array[top] where place_id = top;
  insert into grants (workspace_id, place_id, subject_type, subject_id, level, created_at)
  values (new.workspace_id, top, 'workspace', new.workspace_id, 3, new.created_at);
  return null;
end
$$;
