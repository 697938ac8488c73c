-- Refuses to delete a document that is held.
-- It is the last guard behind those that say no in words, whatever a statement forgets.
-- Revision 1.
create or replace function document_is_held() returns trigger language plpgsql as $$
begin
  raise exception 'document % is held: nothing may remove it', old.document_id using errcode = 'ZD003';
end
$$;
