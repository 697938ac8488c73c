-- What a workspace tells its members' agents beside what the service tells them; a workspace that says nothing has no row.
create table workspace_instructions (
  workspace_id bigint primary key references workspaces on delete cascade,
  words text not null check (words <> ''),
  updated_at timestamptz not null,
  updated_by bigint not null
);
