-- What a workspace may store beside what its plan holds, and how much of it is metered: set by who sells it, read with each count.
alter table document_counters add column bytes_extra bigint not null default 0;
-- Bytes above this are metered; null where nothing is.
alter table document_counters add column bytes_included bigint;
-- Byte seconds above what is included, up to `metered_at`: added up whenever the bytes change, and by who reads the meter.
alter table document_counters add column metered_byte_seconds numeric not null default 0;
alter table document_counters add column metered_at timestamptz;

-- What the meter shows at a moment: what was added up, and what the present bytes came to since.
create function read_storage_meter(c document_counters, at timestamptz) returns numeric language sql immutable as $$
  select c.metered_byte_seconds + case when c.bytes_included is null then 0
    else greatest(c.bytes - c.bytes_included, 0) * greatest(extract(epoch from at - c.metered_at), 0) end
$$;

create or replace function count_document_change(
  workspace bigint, owner bigint, changed bigint, grown bigint, bytes_max bigint, added integer, live_max integer, at timestamptz
) returns void language plpgsql as $$
declare
  numbered bigint;
  held bigint;
  room bigint;
  owned integer;
  waiting integer;
begin
  -- Writers of a workspace queue here and are woken one by one; on the counter's row alone each commit would wake them all.
  perform await_turn(workspace);
  insert into document_counters as c (workspace_id, change_seq, turn_seq, bytes, changed_at) values (workspace, 1, 1, grown, at)
  on conflict (workspace_id) do update
    set change_seq = c.change_seq + 1, bytes = c.bytes + excluded.bytes, changed_at = excluded.changed_at,
      metered_byte_seconds = case when c.bytes_included is null then c.metered_byte_seconds else read_storage_meter(c, at) end,
      metered_at = case when c.bytes_included is null then c.metered_at else greatest(c.metered_at, at) end,
      turn_seq = case when c.xmin = pg_current_xact_id()::xid then c.turn_seq else c.change_seq + 1 end
  returning c.change_seq, c.bytes, bytes_max + c.bytes_extra into numbered, held, room;
  if grown > 0 and held > room then
    raise exception 'workspace % holds % bytes, more than %', workspace, held, room using errcode = 'ZD001', detail = room::text;
  end if;
  if added <> 0 then
    insert into document_owners as o (workspace_id, owner_id, live) values (workspace, owner, added)
    on conflict (workspace_id, owner_id) do update set live = o.live + excluded.live
    returning o.live into owned;
    if added > 0 and owned > live_max then
      raise exception 'account % owns % documents, more than %', owner, owned, live_max using errcode = 'ZD002';
    end if;
  end if;
  if changed is not null then
    insert into document_changes as d (document_id, workspace_id, change_seq, changed_at, first_seq)
    values (changed, workspace, numbered, at, numbered)
    on conflict (document_id) do update set change_seq = excluded.change_seq, changed_at = excluded.changed_at;
  end if;
  -- Nobody else's are seen here: they are committed with their numbers.
  with numbers as (
    select document_id, numbered + row_number() over (order by document_id) as change_seq
    from document_tombstones where workspace_id = workspace and change_seq is null
  )
  update document_tombstones t set change_seq = numbers.change_seq, deleted_at = coalesce(t.deleted_at, at)
  from numbers where numbers.document_id = t.document_id;
  get diagnostics waiting = row_count;
  if waiting > 0 then
    update document_counters set change_seq = change_seq + waiting where workspace_id = workspace;
  end if;
end
$$;
