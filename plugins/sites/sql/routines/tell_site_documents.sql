-- Tells servers that documents changed of which sites show something.
-- Revision 1.
create or replace function tell_site_documents() returns trigger language plpgsql as $$
begin
  perform pg_notify('site_stamps', old.workspace_id::text);
  if new.workspace_id <> old.workspace_id then perform pg_notify('site_stamps', new.workspace_id::text); end if;
  return null;
end $$;
