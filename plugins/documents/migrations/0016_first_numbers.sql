-- The number with which a document began, and the first one that a workspace's latest transaction took.
-- What a transaction changes beside documents carries that number, so that its documents come right after it.
alter table document_changes add column first_seq bigint not null default 0;
alter table document_counters add column turn_seq bigint not null default 0;

-- Lists the documents of many places by their keys alone.
create index documents_at_place on documents (place_id, document_id);
drop index documents_place;

create or replace function count_document_change(
  workspace bigint, owner bigint, changed bigint, grown bigint, bytes_max bigint, added integer, live_max integer, at timestamptz
) returns void language plpgsql as $$
declare
  numbered bigint;
  held bigint;
  owned integer;
  waiting integer;
begin
  -- Writers of a workspace queue here and are woken one by one; on the counter's row alone each commit would wake them all.
  perform await_turn(workspace);
  insert into document_counters as c (workspace_id, change_seq, turn_seq, bytes, changed_at) values (workspace, 1, 1, grown, at)
  on conflict (workspace_id) do update
    set change_seq = c.change_seq + 1, bytes = c.bytes + excluded.bytes, changed_at = excluded.changed_at,
      turn_seq = case when c.xmin = pg_current_xact_id()::xid then c.turn_seq else c.change_seq + 1 end
  returning c.change_seq, c.bytes into numbered, held;
  if grown > 0 and held > bytes_max then
    raise exception 'workspace % holds % bytes, more than %', workspace, held, bytes_max using errcode = 'ZD001';
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

-- The number that this transaction's changes in the workspace carry: the first one that it has counted, else a new one.
create function number_turn(workspace bigint) returns bigint language plpgsql as $$
declare
  numbered bigint;
begin
  perform await_turn(workspace);
  insert into document_counters as c (workspace_id, change_seq, turn_seq, bytes) values (workspace, 1, 1, 0)
  on conflict (workspace_id) do update
    set change_seq = c.change_seq + (c.xmin <> pg_current_xact_id()::xid)::int,
      turn_seq = case when c.xmin = pg_current_xact_id()::xid then c.turn_seq else c.change_seq + 1 end
  returning c.turn_seq into numbered;
  return numbered;
end
$$;
