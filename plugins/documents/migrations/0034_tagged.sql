-- The documents of a workspace by their tags, for whoever asks for those of one tag and would look through all of them else.
create extension if not exists btree_gin;
create index documents_tagged on documents using gin (workspace_id, tags) where tags <> '{}' and deleted_at is null;
