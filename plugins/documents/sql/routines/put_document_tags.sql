-- Keeps the tags of documents beside them, in the order in which lists show them.
-- Revision 1.
create or replace function put_document_tags() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.tags = new.tags and old.deleted_at is null and new.deleted_at is null then
    update document_tags set workspace_id = new.workspace_id, place_id = new.place_id, updated_at = new.updated_at,
      openness = openness_of(new.visibility, new.listing, new.grant_count)
    where place_id = old.place_id and tag = any(old.tags) and updated_at = old.updated_at and document_id = old.document_id;
    return null;
  end if;
  if tg_op <> 'INSERT' and old.deleted_at is null then
    delete from document_tags
    where place_id = old.place_id and tag = any(old.tags) and updated_at = old.updated_at and document_id = old.document_id;
  end if;
  if tg_op <> 'DELETE' and new.deleted_at is null then
    insert into document_tags (workspace_id, place_id, tag, updated_at, document_id, openness)
    select distinct new.workspace_id, new.place_id, tag, new.updated_at, new.document_id,
      openness_of(new.visibility, new.listing, new.grant_count)
    from unnest(new.tags) as tag;
  end if;
  return null;
end
$$;
