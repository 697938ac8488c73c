-- Does what follows from the rows: tells the feed, keeps the orders, counts.
-- `begun` is what `begin_import` answered, `grown` the sum of the rows' sizes, which the caller also counts by `count_database_change`.
-- Revision 1.
create or replace function finish_import(
  workspace bigint, document bigint, tbl bigint, begun jsonb, added integer, grown bigint, surface text, at timestamptz,
  records_max integer
) returns void language plpgsql as $$
declare
  first_seq bigint := (begun ->> 'seq')::bigint;
  first_id bigint := (begun ->> 'last_record_id')::bigint;
  total integer;
begin
  if added = 0 then return; end if;
  update databases d set seq = first_seq + added, records = d.records + added, record_bytes = d.record_bytes + grown,
    last_record_id = first_id + added, updated_at = at
  where d.document_id = document returning d.records into total;
  if total > records_max then
    raise exception 'database % holds % records, more than %', document, total, records_max using errcode = 'ZE001';
  end if;
  update database_tables t set records = t.records + added, record_bytes = t.record_bytes + grown where t.table_id = tbl;
  insert into database_changes (workspace_id, document_id, seq, op, table_id, record_id, version, writer_id, via, at)
  select workspace, document, first_seq + n, 'record.create', tbl, first_id + n, 1, (begun ->> 'writer_id')::bigint, surface, at
  from generate_series(1, added) as n;
  insert into database_index_entries (workspace_id, index_id, k1, k2, record_id)
  select workspace, i.index_id, coalesce(r.keys[i.filter_slot], ''), coalesce(r.keys[i.sort_slot], ''), r.record_id
  from database_indexes i join database_records r on r.workspace_id = workspace and r.table_id = tbl and r.record_id > first_id
  where i.table_id = tbl;
end
$$;
