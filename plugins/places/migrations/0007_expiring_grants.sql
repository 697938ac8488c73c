-- Grants that end by themselves. The rule compares their end with the clock; a row that is over gives nothing, and still narrows.
alter table grants
  add column expires_at timestamptz,
  -- When people are to be told that it ends; null once they were, and where it does not end.
  add column warn_at timestamptz,
  -- Its end is in the audit log, and known to whoever follows what changes.
  add column ended boolean not null default false;
-- The latest end that is over stands beside the stamp of a workspace's places.
create index grants_expiring on grants (workspace_id, expires_at) where expires_at is not null;
create index grants_due on grants (expires_at) where expires_at is not null and not ended;
create index grants_warning on grants (warn_at) where warn_at is not null;
