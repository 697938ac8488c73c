-- Accounts on their way out: switched off at once, and without their person's name and address once the days of grace are over.
create table account_deletions (
  user_id bigint primary key,
  workspace_id bigint not null,
  requested_at timestamptz not null,
  purge_at timestamptz not null,
  purged_at timestamptz
);
create index account_deletions_due on account_deletions (purge_at) where purged_at is null;
