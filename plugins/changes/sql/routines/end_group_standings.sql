-- Remembers until when those who were removed from a group stood in it.
-- Revision 1.
create or replace function end_group_standings() returns trigger language plpgsql as $$
begin
  -- What began in this transaction was nowhere to be seen.
  delete from standing_spans s using gone where s.user_id = gone.user_id and s.workspace_id = gone.workspace_id
    and s.standing = 'group' and s.group_id = gone.group_id and s.since_seq is null;
  update standing_spans s set until_seq = null from gone where s.user_id = gone.user_id
    and s.workspace_id = gone.workspace_id and s.standing = 'group' and s.group_id = gone.group_id
    and s.until_seq = 9223372036854775807;
  perform open_scope_turn(workspace_id) from (select distinct workspace_id from gone order by workspace_id) as spaces;
  return null;
end
$$;
