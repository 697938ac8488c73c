-- Invitations into a workspace, each for one address, and the groups that wait for their acceptance.
create table invites (
  invite_id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces,
  email text not null,
  role text not null check (role in ('admin', 'member')),
  -- The link's token is signed from the nonce, so the mail job can write it and this table alone opens nothing.
  nonce text not null,
  token_sha256 bytea not null unique,
  -- Counts the links of this invite; a mail that waits with an older one is not sent any more.
  round integer not null default 1,
  invited_by bigint,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by bigint,
  revoked_at timestamptz,
  delivery_status text not null default 'queued' check (delivery_status in ('queued', 'retrying', 'sent', 'failed')),
  delivery_error text
);
create unique index invites_open on invites (workspace_id, lower(email)) where accepted_at is null and revoked_at is null;
create index invites_open_email on invites (lower(email), expires_at) where accepted_at is null and revoked_at is null;

create table invite_groups (
  invite_id bigint not null references invites on delete cascade,
  group_id bigint not null references groups on delete cascade,
  workspace_id bigint not null,
  primary key (invite_id, group_id)
);
create index invite_groups_group on invite_groups (group_id, invite_id);
