-- Live documents by account, and the statement that ends every change: it numbers the change, counts it, and holds it to the caps.
create table document_owners (
  workspace_id bigint not null,
  owner_id bigint not null,
  live integer not null,
  primary key (workspace_id, owner_id)
);
insert into document_owners (workspace_id, owner_id, live)
select workspace_id, owner_id, count(*) from documents where deleted_at is null group by workspace_id, owner_id;

-- A refusal is raised here, where it still undoes the transaction: the client sends COMMIT without waiting for the answer.
create function count_document_change(
  workspace bigint, owner bigint, changed bigint, grown bigint, bytes_max bigint, added integer, live_max integer
) returns void language plpgsql as $$
declare
  numbered bigint;
  held bigint;
  owned integer;
begin
  -- Writers of a workspace queue here and are woken one by one; on the counter's row alone each commit would wake them all.
  perform pg_advisory_xact_lock(hashtextextended('document_counters:' || workspace, 0));
  insert into document_counters as c (workspace_id, change_seq, bytes) values (workspace, 1, grown)
  on conflict (workspace_id) do update set change_seq = c.change_seq + 1, bytes = c.bytes + excluded.bytes
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
  update documents set change_seq = numbered where document_id = changed;
end
$$;
