-- Remembers from when until when people are members and managers of a workspace.
-- Revision 1.
create or replace function keep_standings() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    -- Nobody has read the feed as somebody who was not there.
    perform begin_standing(new.workspace_id, new.user_id, 'member', null, 0);
    if new.role <> 'member' then perform begin_standing(new.workspace_id, new.user_id, 'manager', null, 0); end if;
  elsif tg_op = 'DELETE' then
    delete from standing_spans where user_id = old.user_id;
  else
    if old.role <> 'member' then perform end_standing(old.workspace_id, old.user_id, 'manager', null); end if;
    if old.workspace_id <> new.workspace_id then
      perform end_standing(old.workspace_id, old.user_id, 'member', null);
      perform begin_standing(new.workspace_id, new.user_id, 'member', null, null);
    end if;
    if new.role <> 'member' then perform begin_standing(new.workspace_id, new.user_id, 'manager', null, null); end if;
  end if;
  return null;
end
$$;
