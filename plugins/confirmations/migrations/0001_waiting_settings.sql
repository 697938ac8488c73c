-- What somebody set about sign-in otherwise than in a session, until an owner confirms it in one; and whose owners hear of what stood before.
create table waiting_settings (
  setting_id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces on delete cascade,
  kind text not null,
  -- Which one of its kind: a domain, a directory; empty where there is one.
  subject text not null,
  wanted jsonb not null,
  sealed bytea,
  -- When somebody last tried it with success.
  tested_at timestamptz,
  -- By whose credential; null once their account has ended.
  set_by bigint references users on delete set null,
  set_with text not null,
  created_at timestamptz not null,
  unique (workspace_id, kind, subject)
);
create index waiting_settings_setter on waiting_settings (set_by);
create table settings_to_tell (
  workspace_id bigint primary key references workspaces on delete cascade
);
