-- Who became owner or admin otherwise than in an owner's session, until an owner says so in one; and which invites were made in one.
create table unconfirmed_roles (
  user_id bigint primary key references users on delete cascade,
  workspace_id bigint not null references workspaces on delete cascade,
  -- By whose credential; null for a program, and once their account has ended.
  given_by bigint references users on delete set null,
  created_at timestamptz not null
);
create index unconfirmed_roles_workspace on unconfirmed_roles (workspace_id);
create index unconfirmed_roles_giver on unconfirmed_roles (given_by);
alter table invites add column by_owner boolean not null default false;
