-- The number by which rows name who writes.
-- Revision 1.
create or replace function database_writer(workspace bigint, document bigint, person bigint) returns bigint language plpgsql as $$
declare
  found_id bigint;
begin
  if person is null then return null; end if;
  select w.writer_id into found_id from database_writers w where w.document_id = document and w.user_id = person;
  if not found then
    insert into database_writers (workspace_id, document_id, user_id) values (workspace, document, person)
    returning writer_id into found_id;
  end if;
  return found_id;
end
$$;
