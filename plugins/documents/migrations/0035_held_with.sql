-- Documents that are held with another: what a held database's records name stays for as long as its hold does.

-- Some other document holds it: asked together with its own hold wherever content would end.
alter table documents add column held_with boolean not null default false;
create index documents_held_with on documents (owner_id) where held_with;
-- Jobs leave out by this what is held.
create index documents_on_hold on documents (document_id) where legal_hold;

-- Which document each is held with.
create table document_holds (
  workspace_id bigint not null,
  document_id bigint not null references documents on delete cascade,
  with_document_id bigint not null references documents on delete cascade,
  primary key (document_id, with_document_id)
);
create index document_holds_holder on document_holds (with_document_id);

-- Holds documents of the same workspace together with one that is under legal hold; with any other holder it does nothing. They have no
-- end from then on; what has expired before `at`, or was told to have, stays in the trash.
create function hold_with(holder bigint, ids bigint[], at timestamptz) returns void language plpgsql as $$
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

-- Ends what one document holds. What nothing else holds has its retention from then on; what was kept past its days in the trash, which
-- are `trash_days`, has them once more.
create function release_held_with(holder bigint, at timestamptz, trash_days integer) returns void language plpgsql as $$
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

-- The last guard behind those that say no in words: whatever a statement forgets, what is held stays.
create function document_is_held() returns trigger language plpgsql as $$
begin
  raise exception 'document % is held: nothing may remove it', old.document_id using errcode = 'ZD003';
end
$$;
create trigger document_is_held before delete on documents for each row
  when (old.legal_hold or old.held_with) execute function document_is_held();
