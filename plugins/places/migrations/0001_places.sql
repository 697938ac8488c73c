-- Where documents lie and who may do what there: roots, the folders in them, and grants to people, groups and the workspace.
create table roots (
  root_id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces,
  slug text not null,
  name text not null,
  description text,
  icon text,
  is_general boolean not null default false,
  -- Manages the root beside the workspace's owners and admins; null for General, which those alone manage.
  created_by bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (workspace_id, slug)
);
create unique index roots_general on roots (workspace_id) where is_general;

-- A folder of a root, or of somebody's My documents; path '' is the top.
create table places (
  place_id bigint generated always as identity primary key,
  workspace_id bigint not null,
  root_id bigint references roots on delete cascade,
  owner_id bigint,
  path text not null,
  -- Made on its own rather than implied by what lies in it.
  explicit boolean not null default false,
  -- In a root: this folder has a list of its own, which stands in for its parent's even when it is empty.
  has_list boolean not null default false,
  -- The places whose grants count here. In a root the nearest one, from here upwards, that has a list; in My documents this
  -- one and every one above it. Kept at write time, so that no read walks a tree.
  guard_ids bigint[] not null default '{}',
  check ((root_id is null) <> (owner_id is null)),
  unique nulls not distinct (root_id, owner_id, path)
);
create index places_workspace on places (workspace_id);
create index places_owner on places (owner_id) where owner_id is not null;

-- A level for a subject on a place or on a document.
create table grants (
  grant_id bigint generated always as identity primary key,
  workspace_id bigint not null,
  place_id bigint references places on delete cascade,
  document_id bigint,
  subject_type text not null check (subject_type in ('user', 'group', 'workspace')),
  -- A user, a group, or the workspace itself.
  subject_id bigint not null,
  -- 1 view, 2 comment, 3 edit.
  level smallint not null check (level between 1 and 3),
  created_by bigint,
  created_at timestamptz not null,
  check ((place_id is null) <> (document_id is null)),
  unique nulls not distinct (place_id, document_id, subject_type, subject_id)
);
create index grants_subject on grants (workspace_id, subject_type, subject_id);
create index grants_document on grants (document_id) where document_id is not null;

-- The folder below Members/ in which a person's documents land by themselves, fixed at its first use.
create table member_folders (
  root_id bigint not null references roots on delete cascade,
  user_id bigint not null,
  workspace_id bigint not null,
  name text not null,
  primary key (root_id, user_id),
  unique (root_id, name)
);

-- Every workspace has a General from its first moment, whoever makes the workspace.
create function make_general() returns trigger language plpgsql as $$
declare
  general bigint;
  top bigint;
begin
  insert into roots (workspace_id, slug, name, is_general, created_at, updated_at)
  values (new.workspace_id, 'general', 'General', true, new.created_at, new.created_at)
  returning root_id into general;
  insert into places (workspace_id, root_id, path, has_list) values (new.workspace_id, general, '', true)
  returning place_id into top;
  update places set guard_ids = array[top] where place_id = top;
  insert into grants (workspace_id, place_id, subject_type, subject_id, level, created_at)
  values (new.workspace_id, top, 'workspace', new.workspace_id, 3, new.created_at);
  return null;
end
$$;
create trigger workspaces_general after insert on workspaces for each row execute function make_general();

-- The same for the workspaces that are there already.
with general as (
  insert into roots (workspace_id, slug, name, is_general, created_at, updated_at)
  select workspace_id, 'general', 'General', true, created_at, created_at from workspaces
  returning root_id, workspace_id, created_at
), top as (
  insert into places (workspace_id, root_id, path, has_list)
  select workspace_id, root_id, '', true from general
  returning place_id, workspace_id, root_id
)
insert into grants (workspace_id, place_id, subject_type, subject_id, level, created_at)
select top.workspace_id, top.place_id, 'workspace', top.workspace_id, 3, general.created_at from top join general using (root_id);
update places set guard_ids = array[place_id] where root_id is not null;
