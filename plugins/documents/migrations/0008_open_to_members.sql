-- What every member may open wherever it lies, for counts that leave out what is closed.
create index documents_open_to_members on documents (workspace_id, place_id)
  where deleted_at is null and (visibility = 'workspace' or (visibility = 'unlisted' and listing = 'team'));
