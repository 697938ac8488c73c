-- Databases: tables, records and saved views of a document, and the one function by which records change.

-- One row a database, whose lock all its writers take: it numbers their changes in the order of commits.
create table databases (
  document_id bigint primary key references documents on delete cascade,
  workspace_id bigint not null,
  -- The number of the latest change, which is the revision on the wire.
  seq bigint not null,
  -- Changes up to this number are forgotten.
  forgotten_seq bigint not null default 0,
  tables integer not null default 0,
  records integer not null default 0,
  -- UTF-8 JSON of the live records: what counts as the document's size beside its files.
  record_bytes bigint not null default 0,
  -- Of the latest record; ids are given by database, in the order of commits.
  last_record_id bigint not null default 0,
  updated_at timestamptz not null
);
create index databases_workspace on databases (workspace_id);

create table database_tables (
  table_id bigint generated always as identity primary key,
  workspace_id bigint not null,
  document_id bigint not null references databases on delete cascade,
  name text not null,
  fields jsonb not null,
  -- Where the sort key of each field stands in the `keys` of a record.
  slots jsonb not null,
  schema_version integer not null,
  records integer not null default 0,
  record_bytes bigint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Set while it can still be restored.
  deleted_at timestamptz
);
create index database_tables_document on database_tables (document_id);
create unique index database_tables_name on database_tables (document_id, lower(name)) where deleted_at is null;
create index database_tables_deleted on database_tables (deleted_at) where deleted_at is not null;

-- Live records alone. No foreign key: every insert would lock the table's row. `database_table_gone` removes them instead.
create table database_records (
  workspace_id bigint not null,
  table_id bigint not null,
  record_id bigint not null,
  version integer not null,
  schema_version integer not null,
  form_status text,
  data jsonb not null,
  -- Sort keys made by the server's code, by slot; null for what is empty. The first is that of form_status.
  keys bytea[] not null,
  -- All texts in one, folded, in which a search looks.
  search_text text not null,
  size_bytes integer not null,
  writer_id bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, table_id, record_id)
);
-- A table is filled in bulk, and counted and scanned right after.
alter table database_records set (autovacuum_analyze_scale_factor = 0.02);

-- What records were: a row for each version that another one followed, and one without data for each deletion.
create table database_record_history (
  workspace_id bigint not null,
  table_id bigint not null,
  record_id bigint not null,
  version integer not null,
  schema_version integer not null,
  form_status text,
  -- Null for a deletion.
  data jsonb,
  writer_id bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (workspace_id, table_id, record_id, version)
);
create index database_record_history_time on database_record_history (updated_at);

-- Who writes into a database: rows of records name a writer, so that a person who goes is taken off one row.
create table database_writers (
  writer_id bigint generated always as identity primary key,
  workspace_id bigint not null,
  document_id bigint not null references databases on delete cascade,
  -- Null once that account is gone.
  user_id bigint
);
create unique index database_writers_user on database_writers (document_id, user_id);
create index database_writers_person on database_writers (user_id);

create table database_views (
  view_id bigint generated always as identity primary key,
  workspace_id bigint not null,
  document_id bigint not null references databases on delete cascade,
  table_id bigint not null references database_tables on delete cascade,
  name text not null,
  config jsonb not null,
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index database_views_name on database_views (table_id, lower(name));
create index database_views_document on database_views (document_id);

-- The feed: one row for everything that happened, in the order of commits.
create table database_changes (
  workspace_id bigint not null,
  document_id bigint not null references databases on delete cascade,
  seq bigint not null,
  op text not null,
  table_id bigint,
  record_id bigint,
  version integer,
  writer_id bigint,
  via text not null,
  at timestamptz not null,
  primary key (document_id, seq)
);

-- Which orders of a table are kept: all its records by the key of one field, or first by one and then by another.
create table database_indexes (
  index_id bigint generated always as identity primary key,
  workspace_id bigint not null,
  table_id bigint not null references database_tables on delete cascade,
  -- 0 where it holds all records in one order.
  filter_slot integer not null,
  sort_slot integer not null,
  -- False until the entries are there.
  is_ready boolean not null,
  used_at timestamptz not null,
  unique (table_id, filter_slot, sort_slot)
);

create table database_index_entries (
  workspace_id bigint not null,
  index_id bigint not null,
  k1 bytea not null,
  k2 bytea not null,
  record_id bigint not null,
  primary key (workspace_id, index_id, k1, k2, record_id)
);

create function database_index_gone() returns trigger language plpgsql as $$
begin
  delete from database_index_entries where workspace_id = old.workspace_id and index_id = old.index_id;
  return null;
end
$$;
create trigger database_index_gone after delete on database_indexes for each row execute function database_index_gone();

create function database_table_gone() returns trigger language plpgsql as $$
begin
  delete from database_records where workspace_id = old.workspace_id and table_id = old.table_id;
  delete from database_record_history where workspace_id = old.workspace_id and table_id = old.table_id;
  return null;
end
$$;
create trigger database_table_gone after delete on database_tables for each row execute function database_table_gone();

-- Takes the database's turn until the transaction ends: writers queue here and are woken one by one.
create function lock_database(document bigint) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('databases:' || document, 0));
end
$$;

-- The number by which rows name who writes.
create function database_writer(workspace bigint, document bigint, person bigint) returns bigint language plpgsql as $$
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

-- Counts what a transaction does to a database, as its last statement but the audit rows: the database's size is part of the
-- document's, and the workspace is charged for it. Raises ZE004 for a database that is not there any more. What is written once in
-- a while moves the document's own times: its update, and its end where it has one.
create function count_database_change(
  workspace bigint, document bigint, grown bigint, bytes_max bigint, at timestamptz
) returns void language plpgsql as $$
declare
  doc record;
  is_told boolean;
begin
  select d.owner_id, d.deleted_at, d.released_at, d.updated_at, d.retention_days, d.expires_at, d.legal_hold into doc
  from documents d where d.document_id = document and d.workspace_id = workspace for no key update;
  if not found or doc.deleted_at is not null then
    raise exception 'database % is gone', document using errcode = 'ZE004';
  end if;
  is_told := doc.updated_at < at - interval '1 minute';
  if is_told then
    update documents d set size_bytes = d.size_bytes + grown, updated_at = at,
      expires_at = case when d.retention_days > 0 and not d.legal_hold and d.released_at is null
        then at + make_interval(hours => 24 * d.retention_days) else d.expires_at end
    where d.document_id = document;
  elsif grown <> 0 then
    update documents d set size_bytes = d.size_bytes + grown where d.document_id = document;
  end if;
  if doc.released_at is not null then grown := 0; end if;
  if is_told or grown <> 0 then
    perform count_document_change(workspace, doc.owner_id, case when is_told then document end, grown, bytes_max, 0, null, at);
  end if;
end
$$;

-- Adds one change of another kind than a record's to the feed, in the database's turn, and answers its number.
create function note_database_change(
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

-- Writes records of one table. Each of `ops` says by `op` whether it creates, updates, deletes or restores: `id` and `base`, the
-- version it began from, for all but the first; what it writes as `data`, `keys`, `text`, `size` and `status`. Answers by their order
-- the record that came of each, or `{"conflict": true}` where its version is not `base` any more; with `is_atomic` one conflict leaves
-- everything as it was. Null where the table has another schema than the one that the data was checked by.
create function write_records(
  workspace bigint, document bigint, tbl bigint, schema integer, person bigint, surface text, at timestamptz, ops jsonb,
  is_atomic boolean, records_max integer, bytes_max bigint
) returns jsonb language plpgsql as $$
declare
  db record;
  op record;
  was database_records;
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
  select d.seq, d.records, d.last_record_id into db from databases d
  where d.document_id = document and d.workspace_id = workspace;
  if not found then raise exception 'database % is gone', document using errcode = 'ZE004'; end if;
  perform from database_tables t
  where t.table_id = tbl and t.document_id = document and t.deleted_at is null and t.schema_version = schema;
  if not found then return null; end if;
  if is_atomic and exists (
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
      as o(op text, told text, id bigint, base integer, data jsonb, keys bytea[], text text, size integer, status text)
  loop
    was := null;
    if op.op = 'create' then
      next_id := next_id + 1;
      op.id := next_id;
      next_version := 1;
      first_at := at;
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
        created_at, updated_at)
      values (workspace, tbl, op.id, was.version, was.schema_version, was.form_status, was.data, was.writer_id,
        was.created_at, was.updated_at);
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
        created_at, updated_at)
      values (workspace, tbl, op.id, next_version, schema, was.form_status, writer, was.created_at, at);
      added := added - 1;
    else
      if op.op = 'update' then
        update database_records r set version = next_version, schema_version = schema, form_status = op.status, data = op.data,
          keys = op.keys, search_text = op.text, size_bytes = op.size, writer_id = writer, updated_at = at
        where r.workspace_id = workspace and r.table_id = tbl and r.record_id = op.id;
      else
        insert into database_records (workspace_id, table_id, record_id, version, schema_version, form_status, data, keys, search_text,
          size_bytes, writer_id, created_at, updated_at)
        values (workspace, tbl, op.id, next_version, schema, op.status, op.data, op.keys, op.text, op.size, writer, first_at, at);
        added := added + 1;
      end if;
      if indexed then
        insert into database_index_entries (workspace_id, index_id, k1, k2, record_id)
        select workspace, i.index_id, coalesce(op.keys[i.filter_slot], ''), coalesce(op.keys[i.sort_slot], ''), op.id
        from database_indexes i where i.table_id = tbl;
      end if;
      grown := grown + op.size;
    end if;
    next_seq := next_seq + 1;
    insert into database_changes (workspace_id, document_id, seq, op, table_id, record_id, version, writer_id, via, at)
    values (workspace, document, next_seq, 'record.' || coalesce(op.told, op.op), tbl, op.id, next_version, writer, surface, at);
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

-- The same as a write of its own: made is null where nothing was written after all. A record's id is told in the audit row.
create procedure write_record(
  workspace bigint, document bigint, tbl bigint, schema integer, person bigint, surface text, at timestamptz, ops jsonb,
  records_max integer, bytes_max bigint, noted jsonb, inout made jsonb
) language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  perform demand_standing(person, workspace);
  made := write_records(workspace, document, tbl, schema, person, surface, at, ops, true, records_max, bytes_max);
  if made is null then return; end if;
  if made -> 0 ? 'conflict' then return; end if;
  perform write_audit(jsonb_set(noted, '{rows,0,meta,record_id}', made -> 0 -> 'id'));
  commit;
  -- On this very connection, so that no other server that knows nothing of the commit can answer for it.
  perform pg_logical_emit_message(true, 'docsvc', '');
end
$$;
