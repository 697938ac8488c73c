-- Tokens of identity providers, what those know of people and groups, and what they asked for lately.
create table scim_tokens (
  token_id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces,
  label text not null,
  secret_sha256 bytea not null unique,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index scim_tokens_workspace on scim_tokens (workspace_id, token_id);

-- One row for everybody whom a provider has made, taken over, named by an id of its own, or switched off.
create table scim_users (
  user_id bigint primary key references users,
  -- Whose provider it is. The person may be elsewhere meanwhile.
  workspace_id bigint not null references workspaces,
  external_id text,
  -- The provider made the account, rather than found it.
  made boolean not null default false,
  deactivated_at timestamptz,
  -- Switched off, and moved to a workspace of their own.
  away boolean not null default false,
  updated_at timestamptz not null
);
create unique index scim_users_external on scim_users (workspace_id, lower(external_id)) where external_id is not null;
create index scim_users_workspace on scim_users (workspace_id, user_id);
create index scim_users_away on scim_users (workspace_id, user_id) where away;

create table scim_groups (
  group_id bigint primary key references groups on delete cascade,
  workspace_id bigint not null references workspaces,
  external_id text,
  updated_at timestamptz not null
);
create unique index scim_groups_external on scim_groups (workspace_id, lower(external_id)) where external_id is not null;
create index scim_groups_workspace on scim_groups (workspace_id, group_id);
-- A provider finds its groups by their names.
create index groups_workspace_name on groups (workspace_id, lower(name));

create table scim_requests (
  entry_id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces,
  token_id bigint not null,
  at timestamptz not null,
  method text not null,
  path text not null,
  asked text,
  status integer not null,
  detail text,
  ip text not null,
  ms integer not null,
  request_id text not null
);
create index scim_requests_workspace on scim_requests (workspace_id, entry_id);
create index scim_requests_failed on scim_requests (workspace_id, entry_id) where status >= 400;
create index scim_requests_at on scim_requests (at);
