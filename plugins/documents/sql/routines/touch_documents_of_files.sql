-- Gives the document of files that have changed a new version of its row.
-- As long as the row is the same, its files are.
-- Revision 1.
create or replace function touch_documents_of_files() returns trigger language plpgsql as $$
begin
  update documents set version = version
  where document_id in (select document_id from changed);
  return null;
end
$$;
