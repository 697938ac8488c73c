-- One-time sign-in links, the generation of the setup link, and whom a provider's identities belong to.
create table login_links (
  link_id bigint generated always as identity primary key,
  -- Null while the address has no account: following the link makes one.
  workspace_id bigint references workspaces on delete cascade,
  user_id bigint references users on delete cascade,
  email text not null,
  token_sha256 bytea not null unique,
  -- The browser that asked; null for links made by the operator.
  nonce_sha256 bytea,
  next_path text not null,
  -- The request that it answers, so that a job which runs twice mails once.
  request_id text unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index login_links_expired on login_links (expires_at);

-- At most one row. The link itself is signed and not stored; another generation makes it worthless.
create table setup_links (
  singleton boolean primary key default true check (singleton),
  generation text not null
);

create table provider_identities (
  issuer text not null,
  subject text not null,
  workspace_id bigint not null references workspaces on delete cascade,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (issuer, subject)
);
create index provider_identities_user on provider_identities (user_id);
