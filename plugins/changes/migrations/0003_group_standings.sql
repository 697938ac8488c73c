-- Groups are filled and emptied by hundreds: what holds of their people is kept once for each statement, no more for each row.
drop trigger group_members_standing on group_members;
drop function keep_group_standings();

create function begin_group_standings() returns trigger language plpgsql as $$
begin
  insert into standing_spans (workspace_id, user_id, standing, group_id, since_seq)
  select workspace_id, user_id, 'group', group_id, null from added;
  perform open_scope_turn(workspace_id) from (select distinct workspace_id from added order by workspace_id) as spaces;
  return null;
end
$$;
create trigger group_members_begin after insert on group_members referencing new table as added
  for each statement execute function begin_group_standings();

create function end_group_standings() returns trigger language plpgsql as $$
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
create trigger group_members_end after delete on group_members referencing old table as gone
  for each statement execute function end_group_standings();
