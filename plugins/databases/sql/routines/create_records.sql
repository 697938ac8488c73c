-- Makes records of one table for those who ask at the same time, and commits.
-- Each has its feed row and its audit rows. Each of `ops` says who (`person`), through what (`via`) and when (`at`), has the record's
-- `data`, `keys`, `text` and `size`, and in `noted` what `write_audit` takes. Answers their numbers by their order; null for one that
-- another way has to be gone with: its writer does not stand where they were identified or is just being moved, the database is full, or
-- the table has another schema than the one that the data was checked by.
-- Revision 1.
create or replace procedure create_records(
  workspace bigint, document bigint, tbl bigint, schema integer, people bigint[], ops jsonb, records_max integer, bytes_max bigint,
  inout made jsonb
) language plpgsql as $$
declare
  done text := set_config('synchronous_commit', 'off', true) || set_config('plan_cache_mode', 'force_generic_plan', true);
  -- Not waited for: who holds one of these may be waiting for another of them.
  held bigint[] := array(
    select p from unnest(people) as p where pg_try_advisory_xact_lock_shared(hashtextextended('standing:' || p, 0)));
  standing bigint[];
  writers bigint[];
  db record;
  count_of record;
begin
  -- A statement of its own: it reads what was committed before the locks were free.
  standing := array(
    select u.user_id from users u where u.user_id = any(held) and u.workspace_id = workspace and u.disabled_at is null);
  done := lock_database(document)::text;
  select d.seq, d.records, d.last_record_id, exists (
      select from database_tables t
      where t.table_id = tbl and t.document_id = document and t.deleted_at is null and t.schema_version = schema
    ) as is_current, exists (select from database_indexes i where i.table_id = tbl) as is_indexed
  into db from databases d where d.document_id = document and d.workspace_id = workspace;
  if not found then raise exception 'database % is gone', document using errcode = 'ZE004'; end if;
  if not db.is_current then return; end if;
  writers := array(select database_writer(workspace, document, p) from unnest(standing) as p);
  with sent as materialized (
    select o.*, writers[array_position(standing, o.person)] as writer, row_number() over (order by o.place) as n
    from rows from (jsonb_to_recordset(ops) as (person bigint, via text, at timestamptz, data jsonb, keys bytea[], text text,
        size integer, noted jsonb)) with ordinality as o(person, via, at, data, keys, text, size, noted, place)
    where o.person = any(standing) order by o.place limit greatest(records_max - db.records, 0)
  ), written as (
    insert into database_records (workspace_id, table_id, record_id, version, schema_version, data, keys, search_text, size_bytes,
      writer_id, created_at, updated_at)
    select workspace, tbl, db.last_record_id + s.n, 1, schema, s.data, s.keys, s.text, s.size, s.writer, s.at, s.at from sent s
  ), told as (
    insert into database_changes (workspace_id, document_id, seq, op, table_id, record_id, version, writer_id, via, at)
    select workspace, document, db.seq + s.n, 'record.create', tbl, db.last_record_id + s.n, 1, s.writer, s.via, s.at from sent s
  ), noted as (
    insert into audit_events (workspace_id, action, actor, actor_user_id, target_type, target_id, meta, ip, created_at)
    select a.workspace_id, a.action, a.actor, a.actor_user_id, a.target_type, a.target_id,
      case when a.place = 1 then a.meta || jsonb_build_object('record_id', db.last_record_id + s.n) else a.meta end, a.ip, a.created_at
    from sent s cross join lateral rows from (jsonb_to_recordset(s.noted -> 'rows') as (workspace_id bigint, action text, actor text,
        actor_user_id bigint, target_type text, target_id text, meta jsonb, ip text, created_at timestamptz))
      with ordinality as a(workspace_id, action, actor, actor_user_id, target_type, target_id, meta, ip, created_at, place)
    order by s.n, a.place
    returning event_id, action
  ), heard as (
    insert into audit_outbox (event_id) select n.event_id from noted n
    where n.action in (select jsonb_array_elements_text(s.noted -> 'heard') from sent s)
  )
  select array(
      select db.last_record_id + s.n from generate_series(1, jsonb_array_length(ops)) as p left join sent s on s.place = p order by p
    ) as numbers, count(*) as added, coalesce(sum(s.size), 0) as grown, max(s.at) as at
  into count_of from sent s;
  made := to_jsonb(count_of.numbers);
  if count_of.added = 0 then return; end if;
  if db.is_indexed then
    insert into database_index_entries (workspace_id, index_id, k1, k2, record_id)
    select workspace, i.index_id, coalesce(r.keys[i.filter_slot], ''), coalesce(r.keys[i.sort_slot], ''), r.record_id
    from database_indexes i join database_records r on r.workspace_id = workspace and r.table_id = tbl and r.record_id > db.last_record_id
    where i.table_id = tbl;
  end if;
  update databases d set seq = db.seq + count_of.added, records = db.records + count_of.added,
    record_bytes = d.record_bytes + count_of.grown, last_record_id = db.last_record_id + count_of.added, updated_at = count_of.at
  where d.document_id = document;
  update database_tables t set records = t.records + count_of.added, record_bytes = t.record_bytes + count_of.grown
  where t.table_id = tbl;
  done := count_database_change(workspace, document, count_of.grown, bytes_max, count_of.at)::text;
  commit;
  -- On this very connection, so that no other server that knows nothing of the commit can answer for it.
  done := pg_logical_emit_message(true, 'docsvc', '')::text;
end
$$;
