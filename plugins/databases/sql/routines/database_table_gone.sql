-- Lets what belongs to a table of a database go with it.
-- Revision 1.
create or replace function database_table_gone() returns trigger language plpgsql as $$
begin
  delete from database_records where workspace_id = old.workspace_id and table_id = old.table_id;
  delete from database_record_history where workspace_id = old.workspace_id and table_id = old.table_id;
  return null;
end
$$;
