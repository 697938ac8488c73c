-- The number of a document's latest change, in a narrow table of its own.
-- In documents it touched all of that table's indexes, and did it while the workspace's other writers waited.
create table document_changes (
  document_id bigint primary key,
  workspace_id bigint not null,
  -- Given by the transaction's last statement from the workspace's counter, so that it follows the order of commits.
  change_seq bigint not null
);
insert into document_changes (document_id, workspace_id, change_seq)
select document_id, workspace_id, change_seq from documents where change_seq > 0;
create unique index document_changes_order on document_changes (workspace_id, change_seq);
alter table documents drop column change_seq;

-- In place of a foreign key, which would be looked up at every change, once more while others wait.
create function forget_document_changes() returns trigger language plpgsql as $$
begin
  delete from document_changes using gone where document_changes.document_id = gone.document_id;
  return null;
end
$$;
create trigger documents_gone after delete on documents referencing old table as gone
  for each statement execute function forget_document_changes();

-- A refusal is raised here, where it still undoes the transaction: the client sends COMMIT without waiting for the answer.
create or replace function count_document_change(
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
  if changed is not null then
    insert into document_changes as d (document_id, workspace_id, change_seq) values (changed, workspace, numbered)
    on conflict (document_id) do update set change_seq = excluded.change_seq;
  end if;
end
$$;
