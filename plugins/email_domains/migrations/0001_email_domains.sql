-- E-mail domains that workspaces name as theirs; one is proven for at most one of them.
create table email_domains (
  email_domain_id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces,
  -- As the DNS has it: lower case, ASCII.
  domain text not null,
  -- What its TXT record has to say.
  token text not null,
  proven_by text check (proven_by in ('dns', 'provider', 'operator')),
  proven_at timestamptz check ((proven_at is null) = (proven_by is null)),
  -- When somebody last looked, and what is wrong since when.
  checked_at timestamptz,
  error text,
  failing_since timestamptz,
  created_at timestamptz not null,
  unique (workspace_id, domain)
);
create unique index email_domains_holder on email_domains (domain) where proven_at is not null;
create index email_domains_recheck on email_domains (checked_at) where proven_by = 'dns';
