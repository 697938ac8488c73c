-- The folders of a workspace that anybody watches: mostly none, so that whoever tells followers of documents reads no further.
create index watches_folders on watches (workspace_id) where place_id is not null;
