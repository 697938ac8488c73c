-- Indexes in the order of lists, so that no list reads documents that it does not show.
-- What lies at a place, the last changed first.
create index documents_at_place_live on documents (place_id, updated_at desc, document_id desc) where deleted_at is null;
-- What is listed to the team: to all members, and at a place.
create index documents_team_open on documents (workspace_id, updated_at desc, document_id desc)
  where deleted_at is null and listing = 'team' and (visibility = 'unlisted' or (visibility = 'workspace' and grant_count = 0));
create index documents_team_at_place on documents (place_id, updated_at desc, document_id desc)
  where deleted_at is null and listing = 'team';
