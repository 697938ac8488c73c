-- What somebody opened beyond its place, of their own documents and those that they wrote, the last changed first.
create index documents_shared_by on documents (owner_id, updated_at desc, document_id desc)
  where deleted_at is null and (visibility <> 'restricted' or grant_count > 0);
