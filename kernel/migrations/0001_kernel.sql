-- People, their workspaces and their bearer tokens; the audit log; counters of quotas; remembered answers of repeated requests.
create table workspaces (
  workspace_id bigint generated always as identity primary key,
  slug text not null unique,
  name text not null,
  plan text not null check (plan in ('free', 'team', 'business', 'enterprise')),
  -- Numbers every change in commit order: bumped by a transaction's last statement (change feed).
  change_seq bigint not null default 0,
  created_at timestamptz not null
);

create table users (
  user_id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces,
  email text not null,
  name text,
  role text not null check (role in ('owner', 'admin', 'member')),
  -- Raised to end every session and token of the person at once.
  epoch integer not null default 0,
  disabled_at timestamptz,
  last_sign_in_at timestamptz,
  created_at timestamptz not null
);
create unique index users_email on users (lower(email));
create index users_workspace on users (workspace_id, user_id);

create table tokens (
  token_id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces,
  user_id bigint not null references users,
  name text not null,
  prefix text not null unique,
  secret_sha256 bytea not null,
  client text,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index tokens_user on tokens (user_id, token_id);

create table audit_events (
  event_id bigint generated always as identity primary key,
  workspace_id bigint not null,
  action text not null,
  actor text not null,
  actor_user_id bigint,
  target_type text not null,
  target_id text not null,
  meta jsonb not null default '{}',
  ip text,
  created_at timestamptz not null,
  -- False only where somebody listens and has not been told yet.
  relayed boolean not null default true
);
create index audit_events_workspace on audit_events (workspace_id, event_id);
create index audit_events_untold on audit_events (event_id) where not relayed;

create table quota_counters (
  bucket text not null,
  subject text not null,
  window_ends_at timestamptz not null,
  used integer not null,
  primary key (bucket, subject)
);
create index quota_counters_ended on quota_counters (window_ends_at);

create table remembered_answers (
  workspace_id bigint not null,
  user_id bigint not null,
  idempotency_key text not null,
  request_sha256 bytea not null,
  status integer,
  answer jsonb,
  created_at timestamptz not null,
  primary key (user_id, idempotency_key)
);
create index remembered_answers_age on remembered_answers (created_at);
