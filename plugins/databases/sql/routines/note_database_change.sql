-- Adds one change of another kind than a record's to the feed, in the database's turn, and answers its number.
-- Revision 1.
create or replace function note_database_change(
  workspace bigint, document bigint, person bigint, told text, tbl bigint, told_version integer, surface text, at timestamptz
) returns bigint language plpgsql as $$
declare
  numbered bigint;
begin
  update databases d set seq = d.seq + 1, updated_at = at where d.document_id = document and d.workspace_id = workspace
  returning d.seq into numbered;
  if not found then raise exception 'database % is gone', document using errcode = 'ZE004'; end if;
  insert into database_changes (workspace_id, document_id, seq, op, table_id, version, writer_id, via, at)
  values (workspace, document, numbered, told, tbl, told_version, database_writer(workspace, document, person), surface, at);
  return numbered;
end
$$;
