-- Numbers and counts new documents as count_document_change does a change, in their order.
-- Revision 1.
create or replace function count_new_documents(
  workspace bigint, made bigint[], owners bigint[], added integer[], grown bigint, bytes_max bigint, live_max integer, at timestamptz
) returns void language plpgsql as $$
declare
  before bigint := take_change_numbers(workspace, cardinality(made), grown, bytes_max, at);
  owned integer;
begin
  with counted as (
    insert into document_owners as o (workspace_id, owner_id, live)
    select workspace, w.owner, w.added from unnest(owners, added) as w(owner, added)
    on conflict (workspace_id, owner_id) do update set live = o.live + excluded.live
    returning o.live
  )
  select max(live) into owned from counted;
  if owned > live_max then
    raise exception 'an account owns % documents, more than %', owned, live_max using errcode = 'ZD002';
  end if;
  insert into document_changes (document_id, workspace_id, change_seq, changed_at, first_seq)
  select m.document_id, workspace, before + m.n, at, before + m.n from unnest(made) with ordinality as m(document_id, n);
end
$$;
