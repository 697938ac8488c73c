-- Whether a document had left a root that is gone belongs to who may open it, and so to its past.
alter table past_documents add column lost_root text;

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
drop trigger documents_past_update on documents;
create trigger documents_past_update after update of workspace_id, place_id, owner_id, visibility, listing, lost_root on documents
  for each row
  when ((old.workspace_id, old.place_id, old.owner_id, old.visibility, old.listing, old.lost_root)
    is distinct from (new.workspace_id, new.place_id, new.owner_id, new.visibility, new.listing, new.lost_root))
  execute function keep_past_document();
