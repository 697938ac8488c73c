-- Folders that are there by themselves keep their place in a bundle, whatever lies in them.
create table bundle_folders (
  bundle_id bigint not null references bundles on delete cascade,
  -- Without a reference: a folder that goes meanwhile is left out.
  place_id bigint not null,
  workspace_id bigint not null,
  -- Where it was when the bundle was made.
  path text not null,
  primary key (bundle_id, place_id)
);
