-- Tells servers, which remember what strangers are shown on sites, of what may close something there.
-- They hear of it with the commit; what only shows something new is told after it (plugins/sites/answers.ts).
-- Revision 1.
create or replace function tell_site_stamp() returns trigger language plpgsql as $$
begin
  perform pg_notify('site_stamps', new.workspace_id::text);
  return null;
end $$;
