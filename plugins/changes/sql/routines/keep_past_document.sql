-- Keeps where a document was and who might open it, before it moves or goes.
-- The number with which it began goes with it.
-- Revision 1.
create or replace function keep_past_document() returns trigger language plpgsql as $$
begin
  insert into past_documents (document_id, workspace_id, first_seq, doc_id, place_id, owner_id, visibility, listing, lost_root)
  select old.document_id, old.workspace_id, c.first_seq, old.doc_id, old.place_id, old.owner_id, old.visibility, old.listing, old.lost_root
  from document_changes c where c.document_id = old.document_id
  on conflict (document_id, workspace_id) where until_seq is null do nothing;
  perform open_scope_turn(old.workspace_id);
  return coalesce(new, old);
end
$$;
