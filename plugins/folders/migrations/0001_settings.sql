-- How folders are shown and published, and the shortcuts that lie in them. Both go with their folder.
create table folder_settings (
  place_id bigint primary key references places on delete cascade,
  workspace_id bigint not null,
  icon text,
  description text,
  -- What the wire calls the document that is shown for the folder.
  index_doc_id text,
  view_mode text check (view_mode in ('grid', 'list', 'page')),
  -- Keys f:<folder name>, d:<doc_id> and s:<shortcut_id>, in the order in which they are shown.
  child_order text[] not null default '{}',
  published boolean not null default false,
  publish_visibility text not null default 'public' check (publish_visibility in ('public', 'signed_in', 'group')),
  publish_group_id bigint references groups on delete set null
);
create index folder_settings_icon on folder_settings (workspace_id, icon) where icon is not null;

create table shortcuts (
  shortcut_id bigint generated always as identity primary key,
  workspace_id bigint not null,
  place_id bigint not null references places on delete cascade,
  -- Exactly one: what the wire calls a document, or a folder, with which the shortcut goes.
  target_doc_id text,
  target_place_id bigint references places on delete cascade,
  label text,
  icon text,
  position integer not null,
  created_by bigint not null,
  created_at timestamptz not null,
  check (num_nonnulls(target_doc_id, target_place_id) = 1)
);
create index shortcuts_place on shortcuts (place_id, position, shortcut_id);
create index shortcuts_target_place on shortcuts (target_place_id) where target_place_id is not null;
create index shortcuts_target_doc on shortcuts (workspace_id, target_doc_id) where target_doc_id is not null;
