-- Remembers from when on the people who were added to a group stand in it.
-- Revision 1.
create or replace function begin_group_standings() returns trigger language plpgsql as $$
begin
  insert into standing_spans (workspace_id, user_id, standing, group_id, since_seq)
  select workspace_id, user_id, 'group', group_id, null from added;
  perform open_scope_turn(workspace_id) from (select distinct workspace_id from added order by workspace_id) as spaces;
  return null;
end
$$;
