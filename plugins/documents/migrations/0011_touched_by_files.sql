-- The document of files that have changed gets a new version of its row: as long as the row is the same, its files are.
create function touch_documents_of_files() returns trigger language plpgsql as $$
begin
  update documents set version = version
  where document_id in (select document_id from changed);
  return null;
end
$$;
create trigger document_files_touch after update on document_files referencing new table as changed
  for each statement execute function touch_documents_of_files();
