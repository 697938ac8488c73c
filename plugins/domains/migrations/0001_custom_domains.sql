-- Host names under which workspaces give their documents out; a proven one is held by one workspace.
create table custom_domains (
  domain_id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces,
  -- As the DNS has it: lower case, ASCII.
  hostname text not null,
  -- What its TXT record has to say.
  token text not null,
  status text not null check (status in ('pending', 'dns_ok', 'issuing', 'active', 'error')),
  -- What the last look found to be wrong.
  error text,
  -- The name that links of the workspace are given out with.
  is_default boolean not null default false,
  created_at timestamptz not null,
  -- Since when it is proven.
  verified_at timestamptz check ((status = 'pending') = (verified_at is null)),
  -- Since when it is served: https was seen to answer once.
  activated_at timestamptz check (activated_at is null or verified_at is not null),
  -- When somebody last looked, and since when something is wrong with what is served.
  checked_at timestamptz,
  failing_since timestamptz,
  -- Of what is proven and not served yet: how often a certificate was tried for, and when it is tried for next.
  tries integer not null default 0,
  next_try_at timestamptz check ((status in ('dns_ok', 'issuing')) = (next_try_at is not null)),
  unique (workspace_id, hostname),
  check (not is_default or activated_at is not null)
);
create unique index custom_domains_holder on custom_domains (hostname) where verified_at is not null;
create index custom_domains_named on custom_domains (hostname);
create unique index custom_domains_default on custom_domains (workspace_id) where is_default;
create index custom_domains_recheck on custom_domains (checked_at) where verified_at is not null;
create index custom_domains_next_try on custom_domains (next_try_at) where next_try_at is not null;
