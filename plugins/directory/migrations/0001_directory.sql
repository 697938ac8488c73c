-- A workspace's connection to the directory of its company, and the groups that it takes from there.
create table directory_connections (
  connection_id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces on delete cascade,
  provider text not null check (provider in ('google', 'microsoft')),
  -- Sealed under the deployment's secret; null once disconnected.
  refresh_token bytea,
  connected_at timestamptz,
  -- When the groups were last looked at, and last read whole.
  tried_at timestamptz,
  succeeded_at timestamptz,
  error text,
  -- A refresh that somebody asked for.
  wanted_at timestamptz,
  directory_only boolean not null default false,
  unique (workspace_id, provider)
);
create index directory_connections_due on directory_connections (tried_at) where refresh_token is not null;

create table directory_groups (
  directory_group_id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces on delete cascade,
  connection_id bigint not null references directory_connections on delete cascade,
  group_id bigint not null references groups on delete cascade,
  -- The provider's own id.
  provider_group text not null,
  -- While paused nobody is in the group; who belongs to it is kept below.
  paused boolean not null default false,
  refreshed_at timestamptz,
  unique (connection_id, provider_group),
  unique (group_id)
);

-- Active direct members as the provider last told, by address in lower case; some have no account here.
create table directory_members (
  directory_group_id bigint not null references directory_groups on delete cascade,
  workspace_id bigint not null,
  email text not null,
  primary key (directory_group_id, email)
);
create index directory_members_email on directory_members (workspace_id, email);
