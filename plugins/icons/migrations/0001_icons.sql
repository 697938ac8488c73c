-- The pictures that a workspace uploaded for its icons, and how its tags are shown.
create table icons (
  icon_id bigint generated always as identity primary key,
  workspace_id bigint not null,
  name text not null,
  -- What is sent to readers: rebuilt from the parts that are allowed.
  svg text not null,
  -- Of what was uploaded, by which a second upload is known again.
  sha256 bytea not null,
  uploaded_by bigint,
  created_at timestamptz not null,
  unique (workspace_id, sha256)
);

create table tag_settings (
  workspace_id bigint not null,
  -- A tag in a root, or in somebody's My documents.
  root_id bigint references roots on delete cascade,
  owner_id bigint,
  tag text not null,
  icon text,
  description text,
  check ((root_id is null) <> (owner_id is null)),
  unique nulls not distinct (workspace_id, root_id, owner_id, tag)
);
create index tag_settings_root on tag_settings (root_id) where root_id is not null;
