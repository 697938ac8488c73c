-- Documents by what links of vaults call them, without case, and the sources that name something so.
create index documents_named on documents (workspace_id, lower(filename)) where filename is not null and deleted_at is null;
create index documents_titled on documents (workspace_id, lower(title)) where deleted_at is null;
create index documents_other_names on documents using gin (string_to_array(lower(attrs ->> 'aliases'), E'\n'))
  where attrs ? 'aliases' and deleted_at is null;
create index source_paths_notes on source_paths (workspace_id, path) where path like '[[%';
