-- The procedures again, with what they call evaluated in place: PERFORM, and a set of rows made of arrays, start a query for each.

-- What is assigned to `done` is read by nobody. A document's stamp holds the last end of a grant since 0025.
create or replace function count_document_change(
  workspace bigint, owner bigint, changed bigint, grown bigint, bytes_max bigint, added integer, live_max integer, at timestamptz
) returns void language plpgsql as $$
declare
  numbered bigint;
  held bigint;
  room bigint;
  owned integer;
  waiting integer;
  done text;
begin
  -- Writers of a workspace queue here and are woken one by one; on the counter's row alone each commit would wake them all.
  done := await_turn(workspace)::text;
  insert into document_counters as c (workspace_id, change_seq, turn_seq, bytes, changed_at) values (workspace, 1, 1, grown, at)
  on conflict (workspace_id) do update
    set change_seq = c.change_seq + 1, bytes = c.bytes + excluded.bytes, changed_at = excluded.changed_at,
      metered_byte_seconds = case when c.bytes_included is null then c.metered_byte_seconds else read_storage_meter(c, at) end,
      metered_at = case when c.bytes_included is null then c.metered_at else greatest(c.metered_at, at) end,
      turn_seq = case when c.xmin = pg_current_xact_id()::xid then c.turn_seq else c.change_seq + 1 end
  returning c.change_seq, c.bytes, bytes_max + c.bytes_extra into numbered, held, room;
  if grown > 0 and held > room then
    raise exception 'workspace % holds % bytes, more than %', workspace, held, room using errcode = 'ZD001', detail = room::text;
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

create or replace procedure publish_document(
  person bigint, workspace bigint, at timestamptz, via text, place bigint, folder text,
  doc_id text, slug text, title text, title_set boolean, kind text, doc_type text, source_path text, tags text[],
  visibility text, listing text, password_hash text, retention_days integer, expires_at timestamptz, description text,
  attrs jsonb, filename text, message text, size bigint,
  paths text[], hashes text[], sizes bigint[], keys text[], content_types text[], renderers integer[],
  content bytea, other_content bytea,
  noted jsonb, bytes_max bigint, live_max integer,
  inout made bigint, inout kept text[]
) language plpgsql as $$
declare
  blobs bigint[] := '{}';
  blob record;
  done text;
begin
  -- Locks go with the commit, and the flush is waited for behind it (durability.ts).
  done := set_config('synchronous_commit', 'off', true);
  done := demand_standing(person, workspace)::text;
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
  done := write_audit(noted)::text;
  done := count_document_change(workspace, person, made, size, bytes_max, 1, live_max, at)::text;
  commit;
  -- On this very connection, so that no other server that knows nothing of the commit can answer for it.
  done := pg_logical_emit_message(true, 'docsvc', '')::text;
end
$$;

create or replace procedure replace_files(
  person bigint, workspace bigint, at timestamptz, via text, document bigint, owner bigint, seen text, wanted integer,
  title text, retention_days integer, expires_at timestamptz, message text, size bigint, grown bigint, files jsonb,
  hashes text[], sizes bigint[], keys text[], content bytea, other_content bytea,
  noted jsonb, bytes_max bigint,
  inout made integer, inout kept text[]
) language plpgsql as $$
declare
  stamp text;
  blobs bigint[] := '{}';
  blob record;
  done text;
begin
  done := set_config('synchronous_commit', 'off', true);
  done := demand_standing(person, workspace)::text;
  perform from documents d where d.document_id = document for no key update;
  -- Read by a statement of its own: what waited for the lock sees what the one before it wrote.
  select concat(d.xmin, ' ', (select s.stamp from place_stamps s where s.workspace_id = d.workspace_id), ' ',
    (select max(g.expires_at) from grants g where g.workspace_id = d.workspace_id and g.expires_at <= at)) into stamp
  from documents d where d.document_id = document;
  if stamp is distinct from seen then return; end if;
  if (select max(v.version) + 1 from document_versions v where v.document_id = document) <> wanted then return; end if;
  kept := '{}';
  for i in 1 .. cardinality(hashes) loop
    blob := take_blob(workspace, decode(hashes[i], 'hex'), sizes[i], keys[i], case i when 1 then content else other_content end, at);
    blobs := blobs || blob.taken;
    kept := kept || blob.taken_key;
  end loop;
  insert into document_versions (document_id, version, workspace_id, created_at, created_by, created_via, message, total_bytes)
  values (document, wanted, workspace, at, person, via, message, size);
  insert into document_files (document_id, version, path, workspace_id, blob_id, sha256, size_bytes, content_type, renderer)
  select document, wanted, f.path, workspace, coalesce(f.blob_id, blobs[array_position(hashes, f.sha256)]), decode(f.sha256, 'hex'),
    f.size_bytes, f.content_type, f.renderer
  from jsonb_to_recordset(files)
    as f(path text, blob_id bigint, sha256 text, size_bytes bigint, content_type text, renderer integer);
  update documents d set version = wanted, title = replace_files.title, size_bytes = size, updated_at = at,
    retention_days = replace_files.retention_days, expires_at = replace_files.expires_at, released_at = null, lost_root = null
  where d.document_id = document;
  made := wanted;
  done := write_audit(noted)::text;
  done := count_document_change(workspace, owner, document, grown, bytes_max, 0, null, at)::text;
  commit;
  -- On this very connection, so that no other server that knows nothing of the commit can answer for it.
  done := pg_logical_emit_message(true, 'docsvc', '')::text;
end
$$;
