-- Remembers that a person stands somewhere: as a member, a manager or in a group.
-- Without `since` it is from the commit on.
-- Revision 1.
create or replace function begin_standing(workspace bigint, person bigint, kind text, grouped bigint, since bigint) returns void language plpgsql as $$
begin
  insert into standing_spans (workspace_id, user_id, standing, group_id, since_seq) values (workspace, person, kind, grouped, since);
  if since is null then perform open_scope_turn(workspace); end if;
end
$$;
