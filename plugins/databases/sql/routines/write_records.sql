-- Writes records of one table.
-- Each of `ops` says by `op` whether it creates, updates, deletes or restores: `id` and `base`, the version it began from, for all but the
-- first; what it writes as `data`, `keys`, `text`, `size` and `status`. Answers by their order the record that came of each, or
-- `{"conflict": true}` where its version is not `base` any more; with `is_atomic` one conflict leaves everything as it was. Null where the
-- table has another schema than the one that the data was checked by. What several people change says in each of `ops` who does it
-- (`person`), through what (`via`) and when (`at`). While the database is under legal hold a deletion raises ZE005, or is a conflict where
-- each is for itself, versions stay however many there are, and files that are newly named are held along. `versions_max` are kept of each
-- record, the present one counted. How many versions of a record are kept is said by who writes: the number stands in the table of caps,
-- and nowhere here.
-- Revision 1.
create or replace function write_records(
  workspace bigint, document bigint, tbl bigint, schema integer, person bigint, surface text, at timestamptz, ops jsonb,
  is_atomic boolean, records_max integer, bytes_max bigint,
  versions_max integer
) returns jsonb language plpgsql as $$
declare
  db record;
  op record;
  was database_records;
  author bigint := person;
  writer bigint;
  next_id bigint;
  next_seq bigint;
  next_version integer;
  grown bigint := 0;
  added integer := 0;
  results jsonb := '[]';
  indexed boolean;
  first_at timestamptz;
begin
  perform lock_database(document);
  select d.seq, d.records, d.last_record_id, exists (
      select from documents h where h.document_id = document and h.legal_hold
    ) as is_held into db from databases d
  where d.document_id = document and d.workspace_id = workspace;
  if not found then raise exception 'database % is gone', document using errcode = 'ZE004'; end if;
  perform from database_tables t
  where t.table_id = tbl and t.document_id = document and t.deleted_at is null and t.schema_version = schema;
  if not found then return null; end if;
  if is_atomic and jsonb_path_exists(ops, '$[*].base') and exists (
    select from jsonb_to_recordset(ops) as o(op text, id bigint, base integer)
    where o.op in ('update', 'delete') and not exists (
      select from database_records r
      where r.workspace_id = workspace and r.table_id = tbl and r.record_id = o.id and r.version = o.base)
  ) then
    return (select jsonb_agg(jsonb_build_object('conflict', o.op in ('update', 'delete') and not exists (
        select from database_records r
        where r.workspace_id = workspace and r.table_id = tbl and r.record_id = o.id and r.version = o.base)) order by o.place)
      from rows from (jsonb_to_recordset(ops) as (op text, id bigint, base integer)) with ordinality as o(op, id, base, place));
  end if;
  writer := database_writer(workspace, document, person);
  next_id := db.last_record_id;
  next_seq := db.seq;
  indexed := exists (select from database_indexes i where i.table_id = tbl);
  for op in
    select * from jsonb_to_recordset(ops)
      as o(op text, told text, id bigint, base integer, data jsonb, keys bytea[], text text, size integer, status text, person bigint,
        via text, at timestamptz)
  loop
    was := null;
    op.at := coalesce(op.at, at);
    if db.is_held and op.op = 'delete' then
      if is_atomic then raise exception 'database % is under legal hold', document using errcode = 'ZE005'; end if;
      results := results || jsonb_build_array(jsonb_build_object('conflict', true));
      continue;
    end if;
    if op.person is distinct from author and op.person is not null then
      author := op.person;
      writer := database_writer(workspace, document, author);
    end if;
    if op.op = 'create' then
      next_id := next_id + 1;
      op.id := next_id;
      next_version := 1;
      first_at := op.at;
    elsif op.op = 'restore' then
      -- Its last version is that of its deletion.
      select h.version + 1, h.created_at into next_version, first_at from database_record_history h
      where h.workspace_id = workspace and h.table_id = tbl and h.record_id = op.id order by h.version desc limit 1;
      if not found or next_version <> op.base + 1 or exists (
        select from database_records r where r.workspace_id = workspace and r.table_id = tbl and r.record_id = op.id
      ) then
        results := results || jsonb_build_array(jsonb_build_object('conflict', true));
        continue;
      end if;
    else
      select * into was from database_records r
      where r.workspace_id = workspace and r.table_id = tbl and r.record_id = op.id and r.version = op.base;
      if not found then
        results := results || jsonb_build_array(jsonb_build_object('conflict', true));
        continue;
      end if;
      next_version := was.version + 1;
      first_at := was.created_at;
      insert into database_record_history (workspace_id, table_id, record_id, version, schema_version, form_status, data, writer_id,
        created_at, updated_at, ended_at)
      values (workspace, tbl, op.id, was.version, was.schema_version, was.form_status, was.data, was.writer_id,
        was.created_at, was.updated_at, op.at);
      if next_version > versions_max and not db.is_held then
        delete from database_record_history h
        where h.workspace_id = workspace and h.table_id = tbl and h.record_id = op.id and h.version <= next_version - versions_max;
      end if;
      if indexed then
        delete from database_index_entries e using database_indexes i
        where i.table_id = tbl and e.workspace_id = workspace and e.index_id = i.index_id
          and e.k1 = coalesce(was.keys[i.filter_slot], '') and e.k2 = coalesce(was.keys[i.sort_slot], '') and e.record_id = op.id;
      end if;
      grown := grown - was.size_bytes;
    end if;
    if op.op = 'delete' then
      delete from database_records r where r.workspace_id = workspace and r.table_id = tbl and r.record_id = op.id;
      insert into database_record_history (workspace_id, table_id, record_id, version, schema_version, form_status, writer_id,
        created_at, updated_at, ended_at)
      values (workspace, tbl, op.id, next_version, schema, was.form_status, writer, was.created_at, op.at, op.at);
      added := added - 1;
    else
      if op.op = 'update' then
        update database_records r set version = next_version, schema_version = schema, form_status = op.status, data = op.data,
          keys = op.keys, search_text = op.text, size_bytes = op.size, writer_id = writer, updated_at = op.at
        where r.workspace_id = workspace and r.table_id = tbl and r.record_id = op.id;
      else
        insert into database_records (workspace_id, table_id, record_id, version, schema_version, form_status, data, keys, search_text,
          size_bytes, writer_id, created_at, updated_at)
        values (workspace, tbl, op.id, next_version, schema, op.status, op.data, op.keys, op.text, op.size, writer, first_at, op.at);
        added := added + 1;
      end if;
      if indexed then
        insert into database_index_entries (workspace_id, index_id, k1, k2, record_id)
        select workspace, i.index_id, coalesce(op.keys[i.filter_slot], ''), coalesce(op.keys[i.sort_slot], ''), op.id
        from database_indexes i where i.table_id = tbl;
      end if;
      grown := grown + op.size;
      if db.is_held then
        perform hold_with(document, array(
            select f.document_id from database_tables t cross join database_files_of(t.fields, op.data) as named(doc_id)
              join documents f on f.doc_id = named.doc_id and f.workspace_id = workspace
            where t.table_id = tbl), null);
      end if;
    end if;
    next_seq := next_seq + 1;
    insert into database_changes (workspace_id, document_id, seq, op, table_id, record_id, version, writer_id, via, at)
    values (workspace, document, next_seq, 'record.' || coalesce(op.told, op.op), tbl, op.id, next_version, writer,
      coalesce(op.via, surface), op.at);
    results := results || jsonb_build_array(jsonb_build_object('id', op.id, 'version', next_version, 'created_at', first_at));
  end loop;
  if next_seq = db.seq then return results; end if;
  if added > 0 and db.records + added > records_max then
    raise exception 'database % holds % records, more than %', document, db.records + added, records_max using errcode = 'ZE001';
  end if;
  update databases d set seq = next_seq, records = d.records + added, record_bytes = d.record_bytes + grown,
    last_record_id = next_id, updated_at = at
  where d.document_id = document;
  update database_tables t set records = t.records + added, record_bytes = t.record_bytes + grown where t.table_id = tbl;
  perform count_database_change(workspace, document, grown, bytes_max, at);
  return results;
end
$$;
