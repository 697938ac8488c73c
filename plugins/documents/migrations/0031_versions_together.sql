-- New versions of documents of one workspace that wait at the same moment, as one statement with one commit: all of them, or none.

-- Takes so many numbers among a workspace's changes, in the order of commits, counts the bytes, and answers the number before them.
create function take_change_numbers(workspace bigint, wanted integer, grown bigint, bytes_max bigint, at timestamptz)
returns bigint language plpgsql as $$
declare
  -- Writers of a workspace queue here and are woken one by one; on the counter's row alone each commit would wake them all.
  done text := await_turn(workspace)::text;
  numbered bigint;
  held bigint;
  room bigint;
begin
  insert into document_counters as c (workspace_id, change_seq, turn_seq, bytes, changed_at) values (workspace, wanted, 1, grown, at)
  on conflict (workspace_id) do update
    set change_seq = c.change_seq + excluded.change_seq, bytes = c.bytes + excluded.bytes, changed_at = excluded.changed_at,
      metered_byte_seconds = case when c.bytes_included is null then c.metered_byte_seconds else read_storage_meter(c, at) end,
      metered_at = case when c.bytes_included is null then c.metered_at else greatest(c.metered_at, at) end,
      turn_seq = case when c.xmin = pg_current_xact_id()::xid then c.turn_seq else c.change_seq + 1 end
  returning c.change_seq, c.bytes, bytes_max + c.bytes_extra into numbered, held, room;
  if grown > 0 and held > room then
    raise exception 'workspace % holds % bytes, more than %', workspace, held, room using errcode = 'ZD001', detail = room::text;
  end if;
  return numbered - wanted;
end
$$;

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

-- Called outside of a transaction. `documents` are those that get a version, each once and in the order of their ids, and `written`
-- the versions by their columns, with the paths of the version before that go or are replaced; its other files stay. `filed` are the new
-- files, `links` as keep_links takes them. Writes nothing and answers in `stale` those of which something has changed
-- since `seen` was read, the place or who may write there included, or the next number is not the wanted one. Otherwise `stamp` is what
-- will be read of each of them next, and `blobs` and `kept` are the ids and the keys of the contents.
drop procedure replace_files;
create procedure write_versions(
  workspace bigint, at timestamptz, people bigint[], documents bigint[], written jsonb, filed jsonb,
  hashes text[], sizes bigint[], keys text[], lengths integer[], contents bytea,
  grown bigint, noted jsonb, links jsonb, bytes_max bigint, hurried boolean,
  inout stale bigint[], inout stamp text, inout blobs bigint[], inout kept text[]
) language plpgsql as $$
declare
  patience text := current_setting('lock_timeout');
  around text;
  blob record;
  before bigint;
  done text;
begin
  -- Locks go with the commit, and the flush is waited for behind it (durability.ts).
  done := set_config('synchronous_commit', 'off', true);
  -- What somebody else holds is one document's to wait for, not that of all the others.
  if hurried then done := set_config('lock_timeout', '100ms', true); end if;
  done := demand_standings(people, workspace)::text;
  perform from documents d where d.document_id = any(documents) order by d.document_id for no key update;
  -- Read by statements of their own: what waited for the locks sees what the one before it wrote.
  around := concat(' ', (select s.stamp from place_stamps s where s.workspace_id = workspace), ' ',
    (select max(g.expires_at) from grants g where g.workspace_id = workspace and g.expires_at <= at));
  select array_agg(w.document_id) into stale
  from jsonb_to_recordset(written) as w(document_id bigint, seen text, version integer)
  where (select concat(d.xmin, around) from documents d where d.document_id = w.document_id) is distinct from w.seen
    or (select max(v.version) + 1 from document_versions v where v.document_id = w.document_id) is distinct from w.version;
  if stale is not null then return; end if;
  stamp := concat(pg_current_xact_id()::xid, around);
  blob := take_blobs(workspace, hashes, sizes, keys, lengths, contents, at);
  blobs := blob.taken;
  kept := blob.taken_keys;
  with w as materialized (
    select * from jsonb_to_recordset(written) as w(document_id bigint, version integer, person bigint, at timestamptz, via text,
      title text, retention_days integer, expires_at timestamptz, message text, size_bytes bigint, gone text[])
  ), v as (
    insert into document_versions (document_id, version, workspace_id, created_at, created_by, created_via, message, total_bytes)
    select w.document_id, w.version, workspace, w.at, w.person, w.via, w.message, w.size_bytes from w
  ), f as (
    insert into document_files (document_id, version, path, workspace_id, blob_id, sha256, size_bytes, content_type, renderer)
    select x.document_id, x.version, x.path, workspace, blobs[array_position(hashes, x.sha256)], decode(x.sha256, 'hex'), x.size_bytes,
      x.content_type, x.renderer
    from jsonb_to_recordset(filed) as x(document_id bigint, version integer, path text, sha256 text, size_bytes bigint,
      content_type text, renderer integer)
    union all
    -- One document's at a time, by the key, whatever the planner knows of the table.
    select w.document_id, w.version, b.path, workspace, b.blob_id, b.sha256, b.size_bytes, b.content_type, b.renderer
    from w cross join lateral (
      select * from document_files f where f.document_id = w.document_id and f.version = w.version - 1 offset 0
    ) as b
    where b.path <> all(w.gone)
  )
  update documents d set version = w.version, title = w.title, size_bytes = w.size_bytes, updated_at = w.at,
    retention_days = w.retention_days, expires_at = w.expires_at
  from w where d.document_id = w.document_id and d.document_id = any(documents);
  if links is not null then done := keep_links(workspace, links, hashes, blobs)::text; end if;
  if cardinality(documents) = 1 then done := write_audit(noted)::text; else done := write_audits(noted)::text; end if;
  -- Everybody waits for the turn in any case.
  if hurried then done := set_config('lock_timeout', patience, true); end if;
  before := take_change_numbers(workspace, cardinality(documents), grown, bytes_max, at);
  insert into document_changes as c (document_id, workspace_id, change_seq, changed_at, first_seq)
  select m.document_id, workspace, before + m.n, at, before + m.n from unnest(documents) with ordinality as m(document_id, n)
  on conflict (document_id) do update set change_seq = excluded.change_seq, changed_at = excluded.changed_at;
  commit;
  -- On this very connection, so that no other server that knows nothing of the commit can answer for it.
  done := pg_logical_emit_message(true, 'docsvc', '')::text;
end
$$;
