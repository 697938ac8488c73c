-- Lets the entries of an index go with it.
-- Revision 1.
create or replace function database_index_gone() returns trigger language plpgsql as $$
begin
  delete from database_index_entries where workspace_id = old.workspace_id and index_id = old.index_id;
  return null;
end
$$;
