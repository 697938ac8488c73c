-- A workspace's own sign-in provider, and which of its accounts belongs to which of the provider's.
create table sso_configs (
  workspace_id bigint primary key references workspaces,
  issuer text not null,
  client_id text not null,
  client_secret_sealed bytea not null,
  -- As email_domains has them. One counts only while it is proven.
  domains text[] not null,
  enforced boolean not null default false,
  -- Another connection to the provider is another version; sign-ins under way through the former end.
  version integer not null default 1,
  -- When an owner or admin last went through this connection whole.
  tested_at timestamptz,
  updated_at timestamptz not null
);
create index sso_configs_domains on sso_configs using gin (domains);

create table sso_identities (
  issuer text not null,
  subject text not null,
  workspace_id bigint not null references workspaces,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null,
  last_sign_in_at timestamptz not null,
  primary key (workspace_id, issuer, subject),
  -- One account of a provider for one of ours: another that comes with the same address is somebody else.
  unique (workspace_id, user_id, issuer)
);
create index sso_identities_user on sso_identities (user_id);
