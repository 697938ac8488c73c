-- Writes the next versions of documents together and commits.
-- Called outside of a transaction. `documents` are those that get a version, each once and in the order of their ids, and `written` the
-- versions by their columns, with the paths of the version before that go or are replaced; its other files stay. `filed` are the new
-- files, `links` as keep_links takes them. Writes nothing and answers in `stale` those of which something has changed since `seen` was
-- read, the place or who may write there included, or the next number is not the wanted one; nothing is left of an idempotency key then.
-- Otherwise `stamp` is what will be read of each of them next, and `blobs` and `kept` are the ids and the keys of the contents.
-- Revision 1.
create or replace procedure write_versions(
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
  done := remember_answer(noted)::text;
  perform from documents d where d.document_id = any(documents) order by d.document_id for no key update;
  -- Read by statements of their own: what waited for the locks sees what the one before it wrote.
  around := concat(' ', (select s.stamp from place_stamps s where s.workspace_id = workspace), ' ',
    (select max(g.expires_at) from grants g where g.workspace_id = workspace and g.expires_at <= at));
  select array_agg(w.document_id) into stale
  from jsonb_to_recordset(written) as w(document_id bigint, seen text, version integer)
  where (select concat(d.xmin, around) from documents d where d.document_id = w.document_id) is distinct from w.seen
    or (select max(v.version) + 1 from document_versions v where v.document_id = w.document_id) is distinct from w.version;
  if stale is not null then
    -- Nothing was written that an answer could be remembered of.
    rollback;
    return;
  end if;
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
