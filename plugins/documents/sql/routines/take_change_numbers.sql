-- Takes so many numbers among a workspace's changes, in the order of commits, and counts the bytes.
-- Answers the number before them.
-- Revision 1.
create or replace function take_change_numbers(workspace bigint, wanted integer, grown bigint, bytes_max bigint, at timestamptz)
returns bigint language plpgsql as $$
declare
  -- Writers of a workspace queue here and are woken one by one; on the counter's row alone each commit would wake them all.
  done text := await_turn(workspace)::text;
  numbered bigint;
  held bigint;
  room bigint;
begin
  insert into document_counters as c (workspace_id, change_seq, turn_seq, bytes, changed_at) values (workspace, wanted, 1, grown, at)
  on conflict (workspace_id) do update
    set change_seq = c.change_seq + excluded.change_seq, bytes = c.bytes + excluded.bytes, changed_at = excluded.changed_at,
      metered_byte_seconds = case when c.bytes_included is null then c.metered_byte_seconds else read_storage_meter(c, at) end,
      metered_at = case when c.bytes_included is null then c.metered_at else greatest(c.metered_at, at) end,
      turn_seq = case when c.xmin = pg_current_xact_id()::xid then c.turn_seq else c.change_seq + 1 end
  returning c.change_seq, c.bytes, bytes_max + c.bytes_extra into numbered, held, room;
  if grown > 0 and held > room then
    raise exception 'workspace % holds % bytes, more than %', workspace, held, room using errcode = 'ZD001', detail = room::text;
  end if;
  return numbered - wanted;
end
$$;
