-- Holds documents of the same workspace together with one that is under legal hold.
-- With any other holder it does nothing. They have no end from then on; what has expired before `at`, or was told to have, stays in the
-- trash.
-- Revision 1.
create or replace function hold_with(holder bigint, ids bigint[], at timestamptz) returns void language plpgsql as $$
declare
  fresh bigint[];
begin
  if cardinality(ids) = 0 or not exists (select from documents h where h.document_id = holder and h.legal_hold) then return; end if;
  with named as (
    insert into document_holds (workspace_id, document_id, with_document_id)
    select d.workspace_id, d.document_id, holder from documents d
    where d.document_id = any(ids) and d.document_id <> holder
      and d.workspace_id = (select h.workspace_id from documents h where h.document_id = holder)
    order by d.document_id on conflict do nothing returning document_id
  )
  select array_agg(n.document_id) into fresh from named n;
  -- In the order of ids, as purges take them.
  perform from documents d where d.document_id = any(fresh) order by d.document_id for no key update;
  update documents d set held_with = true,
    expires_at = case when d.released_at is null and (at is null or d.expires_at > at) then null else d.expires_at end
  where d.document_id = any(fresh) and not d.held_with;
end
$$;
