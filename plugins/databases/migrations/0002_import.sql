-- Many new records at once: what `write_records` does one by one, in a few statements.

-- Each of `ops` has `data`, `keys`, `text` and `size`, and gets the next number of the database. Answers by how many bytes the records
-- have grown; the caller counts that by `count_database_change`. Null where the table has another schema than the one that the data
-- was checked by.
create function import_records(
  workspace bigint, document bigint, tbl bigint, schema integer, person bigint, surface text, at timestamptz, ops jsonb,
  records_max integer
) returns bigint language plpgsql as $$
declare
  db record;
  writer bigint;
  added integer;
  grown bigint;
begin
  perform lock_database(document);
  select d.seq, d.records, d.last_record_id into db from databases d
  where d.document_id = document and d.workspace_id = workspace;
  if not found then raise exception 'database % is gone', document using errcode = 'ZE004'; end if;
  perform from database_tables t
  where t.table_id = tbl and t.document_id = document and t.deleted_at is null and t.schema_version = schema;
  if not found then return null; end if;
  added := jsonb_array_length(ops);
  if db.records + added > records_max then
    raise exception 'database % holds % records, more than %', document, db.records + added, records_max using errcode = 'ZE001';
  end if;
  writer := database_writer(workspace, document, person);
  with sent as materialized (
    select o.* from rows from (jsonb_to_recordset(ops) as (data jsonb, keys bytea[], text text, size integer))
      with ordinality as o(data, keys, text, size, place)
  ), made as (
    insert into database_records (workspace_id, table_id, record_id, version, schema_version, form_status, data, keys, search_text,
      size_bytes, writer_id, created_at, updated_at)
    select workspace, tbl, db.last_record_id + s.place, 1, schema, null, s.data, s.keys, s.text, s.size, writer, at, at from sent s
  ), told as (
    insert into database_changes (workspace_id, document_id, seq, op, table_id, record_id, version, writer_id, via, at)
    select workspace, document, db.seq + s.place, 'record.create', tbl, db.last_record_id + s.place, 1, writer, surface, at from sent s
  ), indexed as (
    insert into database_index_entries (workspace_id, index_id, k1, k2, record_id)
    select workspace, i.index_id, coalesce(s.keys[i.filter_slot], ''), coalesce(s.keys[i.sort_slot], ''), db.last_record_id + s.place
    from sent s, database_indexes i where i.table_id = tbl
  )
  select coalesce(sum(s.size), 0) into grown from sent s;
  update databases d set seq = db.seq + added, records = db.records + added, record_bytes = d.record_bytes + grown,
    last_record_id = db.last_record_id + added, updated_at = at
  where d.document_id = document;
  update database_tables t set records = t.records + added, record_bytes = t.record_bytes + grown where t.table_id = tbl;
  return grown;
end
$$;
