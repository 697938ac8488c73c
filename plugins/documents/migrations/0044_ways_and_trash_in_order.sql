-- Indexes in the order of the review of a root and of the trash, so that a page reads nothing that it does not show.
-- What lets somebody in beyond the lists of its place.
create index documents_with_ways on documents (place_id, document_id)
  where deleted_at is null and lost_root is null and (visibility <> 'restricted' or grant_count > 0);
-- What was left of roots that are gone: it is counted at its place, and shown to nobody but who manages that.
create index documents_lost on documents (workspace_id) where lost_root is not null;
-- What left a place, the last first: deleted, and expired.
create index documents_trash_at_place on documents (place_id, deleted_at desc, document_id desc) where deleted_at is not null;
create index documents_ended_at_place on documents (place_id, expires_at desc, document_id desc)
  where deleted_at is null and expires_at is not null;
