-- Lets the feed of documents go with them.
-- It stands in place of a foreign key, which would be looked up at every change, once more while others wait.
-- Revision 1.
create or replace function forget_document_changes() returns trigger language plpgsql as $$
begin
  delete from document_changes using gone where document_changes.document_id = gone.document_id;
  return null;
end
$$;
