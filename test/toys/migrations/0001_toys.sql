-- A table of the test plugin.
create table toys (
  toy_id bigint generated always as identity primary key,
  workspace_id bigint not null,
  owner_id bigint not null,
  name text not null
);
