-- Lets the pieces of a table's texts go with them.
-- Revision 1.
create or replace function database_texts_gone() returns trigger language plpgsql as $$
begin
  delete from database_text_grams where workspace_id = old.workspace_id and table_id = old.table_id;
  return null;
end
$$;
