-- What strangers are shown depends on what a workspace is called and carries, and on whose folders are published.
create constraint trigger workspaces_stamp after update on workspaces
  deferrable initially deferred for each row
  when (old.name is distinct from new.name or old.slug is distinct from new.slug or old.plan is distinct from new.plan)
  execute function stamp_places();
create constraint trigger users_stamp after update on users
  deferrable initially deferred for each row
  when (old.disabled_at is distinct from new.disabled_at or old.workspace_id is distinct from new.workspace_id)
  execute function stamp_places();
