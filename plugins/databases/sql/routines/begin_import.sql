-- Takes the database's turn for new records.
-- Answers behind which numbers theirs and their changes' come, and who writes; null where the table has another schema than the one that
-- the data was checked by.
-- Revision 1.
create or replace function begin_import(
  workspace bigint, document bigint, tbl bigint, schema integer, person bigint
) returns jsonb language plpgsql as $$
declare
  db record;
begin
  perform lock_database(document);
  select d.seq, d.last_record_id into db from databases d where d.document_id = document and d.workspace_id = workspace;
  if not found then raise exception 'database % is gone', document using errcode = 'ZE004'; end if;
  perform from database_tables t
  where t.table_id = tbl and t.document_id = document and t.deleted_at is null and t.schema_version = schema;
  if not found then return null; end if;
  return jsonb_build_object('seq', db.seq, 'last_record_id', db.last_record_id,
    'writer_id', database_writer(workspace, document, person));
end
$$;
