-- Certificates for host names, the accounts that order them, and what proves control of a name while one is ordered.
create table certificates (
  -- As the DNS has it: lower case, ASCII.
  hostname text primary key,
  -- Of a custom domain; null for the hosts of the service itself.
  workspace_id bigint references workspaces,
  -- PEM of the leaf and what leads to its authority, and the sealed key; null until the first has come.
  chain text,
  sealed_key bytea check ((chain is null) = (sealed_key is null)),
  expires_at timestamptz check ((chain is null) = (expires_at is null)),
  -- When the next order is to be made, and whether one is: one server at a time.
  due_at timestamptz not null,
  lease_until timestamptz,
  -- Orders in a row that failed, and why the last did.
  failures integer not null default 0,
  error text,
  created_at timestamptz not null
);
create index certificates_due on certificates (due_at);
create index certificates_of_workspace on certificates (workspace_id) where workspace_id is not null;

create table acme_accounts (
  directory_url text primary key,
  sealed_key bytea not null,
  created_at timestamptz not null
);

create table acme_challenges (
  token text primary key,
  hostname text not null,
  key_authorization text not null,
  created_at timestamptz not null
);
