-- The feed of changes: when each change was made, and what is left of documents that were removed for good.
alter table document_changes add column changed_at timestamptz;
-- The time of the latest change, for many documents that are numbered together with it.
alter table document_counters add column changed_at timestamptz;

create table document_tombstones (
  document_id bigint primary key,
  workspace_id bigint not null,
  -- Null until the transaction that removed the document counts its change.
  change_seq bigint,
  doc_id text not null,
  owner_id bigint not null,
  place_id bigint not null,
  root_id bigint,
  folder text not null,
  title text not null,
  kind text not null,
  tags text[] not null,
  version integer not null,
  listing text not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  -- Who could open the document beside those to whom its place is open.
  open_to_members boolean not null,
  user_ids bigint[] not null,
  group_ids bigint[] not null,
  granted_to_workspace boolean not null
);
create unique index document_tombstones_order on document_tombstones (workspace_id, change_seq);
create index document_tombstones_waiting on document_tombstones (workspace_id) where change_seq is null;
create index document_tombstones_age on document_tombstones (deleted_at);

-- Before the row goes, since its grants go with it.
create function keep_document_tombstone() returns trigger language plpgsql as $$
begin
  insert into document_tombstones (document_id, workspace_id, change_seq, doc_id, owner_id, place_id, root_id, folder, title, kind,
    tags, version, listing, updated_at, deleted_at, open_to_members, user_ids, group_ids, granted_to_workspace)
  select old.document_id, old.workspace_id,
    -- Followers have been told of what lay in the trash or had expired.
    case when old.deleted_at is not null or old.released_at is not null then
      (select c.change_seq from document_changes c where c.document_id = old.document_id) end,
    old.doc_id, old.owner_id, old.place_id, p.root_id, p.path, old.title, old.kind, old.tags, old.version, old.listing,
    old.updated_at, coalesce(old.deleted_at, case when old.released_at is not null then old.expires_at end),
    (old.visibility = 'unlisted' and old.listing = 'team') or (old.visibility = 'workspace' and not given.is_narrowed),
    given.user_ids, given.group_ids, given.to_workspace
  from places p, (
    select count(*) > 0 as is_narrowed,
      coalesce(array_agg(g.subject_id) filter (where g.subject_type = 'user'), '{}') as user_ids,
      coalesce(array_agg(g.subject_id) filter (where g.subject_type = 'group'), '{}') as group_ids,
      coalesce(bool_or(g.subject_type = 'workspace'), false) as to_workspace
    from grants g where g.document_id = old.document_id
  ) as given
  where p.place_id = old.place_id;
  return old;
end
$$;
create trigger documents_tombstone before delete on documents for each row execute function keep_document_tombstone();

drop function count_document_change(bigint, bigint, bigint, bigint, bigint, integer, integer);

-- As before, and with the time of the change; what the same transaction removed for good is numbered here, too.
create function count_document_change(
  workspace bigint, owner bigint, changed bigint, grown bigint, bytes_max bigint, added integer, live_max integer, at timestamptz
) returns void language plpgsql as $$
declare
  numbered bigint;
  held bigint;
  owned integer;
  waiting integer;
begin
  -- Writers of a workspace queue here and are woken one by one; on the counter's row alone each commit would wake them all.
  perform pg_advisory_xact_lock(hashtextextended('document_counters:' || workspace, 0));
  insert into document_counters as c (workspace_id, change_seq, bytes, changed_at) values (workspace, 1, grown, at)
  on conflict (workspace_id) do update
    set change_seq = c.change_seq + 1, bytes = c.bytes + excluded.bytes, changed_at = excluded.changed_at
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
    insert into document_changes as d (document_id, workspace_id, change_seq, changed_at) values (changed, workspace, numbered, at)
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
