-- Programs that ask for access, what people gave them, and the codes and refresh tokens by which they keep it.
create table oauth_clients (
  client_id text primary key,
  -- registered: it introduced itself here (RFC 7591); document: its id is the address of its description.
  kind text not null check (kind in ('registered', 'document')),
  name text not null,
  redirect_uris text[] not null,
  created_at timestamptz not null,
  -- Of a description: until when it is believed.
  fresh_until timestamptz,
  used_at timestamptz not null
);
create index oauth_clients_used on oauth_clients (used_at);

-- A connection: what one person lets one program do, until when.
create table oauth_grants (
  grant_id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces,
  user_id bigint not null references users,
  client_id text not null,
  client_name text not null,
  name text not null,
  limits jsonb not null,
  approved_at timestamptz not null,
  deadline timestamptz not null,
  ended_at timestamptz,
  ip_last text
);
create unique index oauth_grants_live on oauth_grants (user_id, client_id) where ended_at is null;
create index oauth_grants_client on oauth_grants (client_id) where ended_at is null;
create index oauth_grants_workspace on oauth_grants (workspace_id, grant_id);

-- An authorization on its way through sign-in and consent. Before sign-in it is nobody's.
create table oauth_requests (
  request_id bigint generated always as identity primary key,
  workspace_id bigint,
  handle_sha256 bytea not null unique,
  params jsonb not null,
  expires_at timestamptz not null
);
create index oauth_requests_expired on oauth_requests (expires_at);

-- A code that was given out; the tokens that came of it are one family.
create table oauth_codes (
  code_id bigint generated always as identity primary key,
  workspace_id bigint not null,
  grant_id bigint not null references oauth_grants on delete cascade,
  code_sha256 bytea not null unique,
  redirect_uri text not null,
  code_challenge text not null,
  resource text,
  -- That of the connection when the code was given out: a later consent does not lengthen what came of an earlier one.
  deadline timestamptz not null,
  expires_at timestamptz not null,
  redeemed_at timestamptz,
  -- The family was ended: a code or a refresh token of it was used twice.
  ended_at timestamptz
);
create index oauth_codes_grant on oauth_codes (grant_id);

-- Refresh tokens with the access token that each was given out with.
create table oauth_refresh_tokens (
  refresh_id bigint generated always as identity primary key,
  workspace_id bigint not null,
  code_id bigint not null references oauth_codes on delete cascade,
  secret_sha256 bytea not null unique,
  token_id bigint not null references tokens,
  created_at timestamptz not null,
  replaced_at timestamptz,
  replaced_by bigint
);
create index oauth_refresh_tokens_code on oauth_refresh_tokens (code_id);
create unique index oauth_refresh_tokens_token on oauth_refresh_tokens (token_id);

create table connection_policies (
  workspace_id bigint primary key references workspaces,
  max_days integer not null check (max_days between 1 and 365),
  changed_at timestamptz not null
);
