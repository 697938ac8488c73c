-- Takes a request's idempotency key ahead of everything else that a publish or a version locks, as a transaction does.
-- Else one that has the place or the bytes and waits for the key, and one that has the key and waits for those, wait for each other.

create or replace procedure publish_document(
  person bigint, workspace bigint, at timestamptz, via text, place bigint, folder text,
  doc_id text, slug text, title text, title_set boolean, kind text, doc_type text, source_path text, tags text[],
  visibility text, listing text, password_hash text, retention_days integer, expires_at timestamptz, description text,
  attrs jsonb, filename text, message text, size bigint,
  paths text[], hashes text[], sizes bigint[], keys text[], content_types text[], renderers integer[],
  content bytea, other_content bytea,
  noted jsonb, links jsonb, bytes_max bigint, live_max integer, hurried boolean,
  inout made bigint, inout kept text[]
) language plpgsql as $$
declare
  patience text := current_setting('lock_timeout');
  blobs bigint[] := '{}';
  blob record;
  done text;
begin
  -- Locks go with the commit, and the flush is waited for behind it (durability.ts).
  done := set_config('synchronous_commit', 'off', true);
  if hurried then done := set_config('lock_timeout', '100ms', true); end if;
  done := demand_standing(person, workspace)::text;
  done := remember_answer(noted)::text;
  if place is null then place := ensure_place(workspace, null, person, folder); end if;
  kept := '{}';
  for i in 1 .. cardinality(hashes) loop
    blob := take_blob(workspace, decode(hashes[i], 'hex'), sizes[i], keys[i], case i when 1 then content else other_content end, at);
    blobs := blobs || blob.taken;
    kept := kept || blob.taken_key;
  end loop;
  insert into documents (workspace_id, doc_id, slug, owner_id, created_by, title, title_set, kind, doc_type, place_id, source_path,
    tags, visibility, listing, password_hash, retention_days, expires_at, description, attrs, filename, version, size_bytes,
    created_at, updated_at)
  values (workspace, doc_id, slug, person, person, title, title_set, kind, doc_type, place, source_path,
    tags, visibility, listing, password_hash, retention_days, expires_at, description, attrs, filename, 1, size, at, at)
  returning document_id into made;
  insert into document_versions (document_id, version, workspace_id, created_at, created_by, created_via, message, total_bytes)
  values (made, 1, workspace, at, person, via, message, size);
  for i in 1 .. cardinality(hashes) loop
    insert into document_files (document_id, version, path, workspace_id, blob_id, sha256, size_bytes, content_type, renderer)
    values (made, 1, paths[i], workspace, blobs[i], decode(hashes[i], 'hex'), sizes[i], content_types[i], renderers[i]);
  end loop;
  if links is not null then done := keep_links(workspace, links, hashes, blobs)::text; end if;
  done := write_audit(noted)::text;
  -- Everybody waits for the turn in any case.
  if hurried then done := set_config('lock_timeout', patience, true); end if;
  done := count_document_change(workspace, person, made, size, bytes_max, 1, live_max, at)::text;
  commit;
  -- On this very connection, so that no other server that knows nothing of the commit can answer for it.
  done := pg_logical_emit_message(true, 'docsvc', '')::text;
end
$$;

-- As before, but that nothing is left of the key where something is stale.
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
