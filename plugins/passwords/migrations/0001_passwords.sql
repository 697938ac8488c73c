-- Passwords of people, where the operator lets them sign in by one. Only a slow hash is kept.
create table account_passwords (
  user_id bigint primary key references users on delete cascade,
  workspace_id bigint not null references workspaces on delete cascade,
  hash text not null,
  changed_at timestamptz not null
);
