-- Groups of people in a workspace. They live beside the people, since whoever asks what a person may open asks for their groups.
create table groups (
  group_id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces,
  slug text not null,
  name text not null,
  description text not null default '',
  -- native, or the directory that feeds it: scim, idp, directory:<provider>.
  source text not null default 'native',
  created_at timestamptz not null,
  unique (workspace_id, slug)
);

create table group_members (
  group_id bigint not null references groups on delete cascade,
  user_id bigint not null references users,
  workspace_id bigint not null,
  added_at timestamptz not null,
  primary key (group_id, user_id)
);
create index group_members_user on group_members (user_id, group_id);
