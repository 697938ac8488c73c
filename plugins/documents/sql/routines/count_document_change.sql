-- Numbers one change of a document and counts what it adds to its owner and its workspace.
-- Raises an error where the account or the plan is full.
-- Revision 1.
create or replace function count_document_change(
  workspace bigint, owner bigint, changed bigint, grown bigint, bytes_max bigint, added integer, live_max integer, at timestamptz
) returns void language plpgsql as $$
declare
  numbered bigint := take_change_numbers(workspace, 1, grown, bytes_max, at) + 1;
  owned integer;
  waiting integer;
begin
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
  -- Most changes leave none.
  if not exists (select from document_tombstones t where t.workspace_id = workspace and t.change_seq is null) then return; end if;
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
