-- Ends what one document holds.
-- What nothing else holds has its retention from then on; what was kept past its days in the trash, which are `trash_days`, has them once
-- more.
-- Revision 1.
create or replace function release_held_with(holder bigint, at timestamptz, trash_days integer) returns void language plpgsql as $$
declare
  free bigint[];
begin
  with gone as (delete from document_holds h where h.with_document_id = holder returning h.document_id)
  select array_agg(g.document_id) into free from gone g
  where not exists (select from document_holds o where o.document_id = g.document_id and o.with_document_id <> holder);
  perform from documents d where d.document_id = any(free) order by d.document_id for no key update;
  update documents d set held_with = false,
    purge_at = case when not d.legal_hold and d.deleted_at is not null and d.purge_at <= at
      then at + make_interval(hours => 24 * trash_days) else d.purge_at end,
    expires_at = case
      when d.legal_hold then d.expires_at
      when d.expires_at is null and d.retention_days > 0 then at + make_interval(hours => 24 * d.retention_days)
      when d.deleted_at is null and d.expires_at <= at - make_interval(hours => 24 * trash_days) then at
      else d.expires_at end
  where d.document_id = any(free);
end
$$;
