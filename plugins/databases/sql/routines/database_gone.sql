-- Lets the feed of a database go with it.
-- Revision 1.
create or replace function database_gone() returns trigger language plpgsql as $$
begin
  delete from database_changes where document_id = old.document_id;
  return null;
end
$$;
