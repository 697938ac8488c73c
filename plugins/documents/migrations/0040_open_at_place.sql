-- What is open to all members at a place that is closed to some of them, in the order of lists: they read nothing else there.
create index documents_open_at_place on documents (place_id, updated_at desc, document_id desc)
  where deleted_at is null and ((visibility = 'unlisted' and listing = 'team') or (visibility = 'workspace' and grant_count = 0));
