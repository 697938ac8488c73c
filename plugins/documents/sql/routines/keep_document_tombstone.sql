-- Keeps what those have to be told of a document that is removed who could open it.
-- Revision 1.
create or replace function keep_document_tombstone() returns trigger language plpgsql as $$
begin
  insert into document_tombstones (document_id, workspace_id, change_seq, doc_id, owner_id, place_id, root_id, folder, title, kind,
    tags, version, listing, updated_at, deleted_at, open_to_members, user_ids, group_ids, granted_to_workspace)
  select old.document_id, old.workspace_id,
    -- Followers have been told of what lay in the trash or had expired.
    case when old.deleted_at is not null or old.released_at is not null then
      (select c.change_seq from document_changes c where c.document_id = old.document_id) end,
    old.doc_id, old.owner_id, old.place_id, p.root_id, p.path, old.title, old.kind, old.tags, old.version, old.listing,
    old.updated_at, coalesce(old.deleted_at, case when old.released_at is not null then old.expires_at end),
    (old.visibility = 'unlisted' and old.listing = 'team') or (old.visibility = 'workspace' and not given.is_narrowed),
    given.user_ids, given.group_ids, given.to_workspace
  from places p, (
    select count(*) > 0 as is_narrowed,
      coalesce(array_agg(g.subject_id) filter (where g.subject_type = 'user' and not g.ended), '{}') as user_ids,
      coalesce(array_agg(g.subject_id) filter (where g.subject_type = 'group' and not g.ended), '{}') as group_ids,
      coalesce(bool_or(g.subject_type = 'workspace' and not g.ended), false) as to_workspace
    from grants g where g.document_id = old.document_id
  ) as given
  where p.place_id = old.place_id;
  return old;
end
$$;
