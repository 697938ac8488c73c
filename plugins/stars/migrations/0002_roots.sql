-- A star may stand on a folder of a shared root, or on the root itself as the folder ''; it goes with the root.
alter table stars add column root_id bigint references roots on delete cascade;
alter table stars
  drop constraint stars_folder_check,
  drop constraint stars_workspace_id_user_id_doc_id_folder_key,
  add check (folder <> '' or root_id is not null),
  add check (root_id is null or folder is not null),
  add unique nulls not distinct (workspace_id, user_id, doc_id, root_id, folder);
create index stars_root on stars (root_id) where root_id is not null;
