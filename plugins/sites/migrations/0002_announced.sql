-- Servers remember what strangers are shown on sites, and hear with its commit of what may close something there.
-- What only shows something new is told after the commit (plugins/sites/answers.ts).
create function tell_site_stamp() returns trigger language plpgsql as $$
begin
  perform pg_notify('site_stamps', new.workspace_id::text);
  return null;
end $$;
create trigger place_stamps_told after insert or update on place_stamps for each row execute function tell_site_stamp();

create function tell_site_documents() returns trigger language plpgsql as $$
begin
  perform pg_notify('site_stamps', old.workspace_id::text);
  if new.workspace_id <> old.workspace_id then perform pg_notify('site_stamps', new.workspace_id::text); end if;
  return null;
end $$;
-- What writes new content changes none of these, but for a later end.
create trigger documents_told_update after update on documents for each row
  when ((old.workspace_id, old.place_id, old.visibility, old.alias, old.tags, old.filename, old.deleted_at is null)
      is distinct from (new.workspace_id, new.place_id, new.visibility, new.alias, new.tags, new.filename, new.deleted_at is null)
    or new.expires_at < old.expires_at or (old.expires_at is null and new.expires_at is not null))
  execute function tell_site_documents();
create trigger documents_told_delete after delete on documents for each row when (old.deleted_at is null)
  execute function tell_site_documents();
