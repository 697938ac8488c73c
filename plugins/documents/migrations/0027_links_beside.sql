-- What markdown links to, kept by the procedures that write it.

-- `links` are by `named` and `paths` the rows of source_links and source_paths; the content that each belongs to is one that is there,
-- by its blob_id, or one of `blobs`, by its place among `hashes`.
create function keep_links(workspace bigint, links jsonb, hashes text[], blobs bigint[]) returns void language plpgsql as $$
begin
  insert into source_paths (blob_id, path, workspace_id)
  select coalesce(x.blob_id, blobs[array_position(hashes, x.sha256)]), x.path, workspace
  from jsonb_to_recordset(links -> 'paths') as x(blob_id bigint, sha256 text, path text)
  on conflict do nothing;
  insert into source_links (blob_id, position, workspace_id, ref, path, workspace, alias, doc_id, tag)
  select coalesce(x.blob_id, blobs[array_position(hashes, x.sha256)]), x.position, keep_links.workspace, x.ref, x.path, x.workspace,
    x.alias, x.doc_id, x.tag
  from jsonb_to_recordset(links -> 'named') as x(blob_id bigint, sha256 text, position integer, ref text, path text, workspace text,
    alias text, doc_id text, tag text)
  on conflict do nothing;
end
$$;

drop procedure publish_document;
create procedure publish_document(
  person bigint, workspace bigint, at timestamptz, via text, place bigint, folder text,
  doc_id text, slug text, title text, title_set boolean, kind text, doc_type text, source_path text, tags text[],
  visibility text, listing text, password_hash text, retention_days integer, expires_at timestamptz, description text,
  attrs jsonb, filename text, message text, size bigint,
  paths text[], hashes text[], sizes bigint[], keys text[], content_types text[], renderers integer[],
  content bytea, other_content bytea,
  noted jsonb, links jsonb, bytes_max bigint, live_max integer,
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
  if links is not null then done := keep_links(workspace, links, hashes, blobs)::text; end if;
  done := write_audit(noted)::text;
  done := count_document_change(workspace, person, made, size, bytes_max, 1, live_max, at)::text;
  commit;
  -- On this very connection, so that no other server that knows nothing of the commit can answer for it.
  done := pg_logical_emit_message(true, 'docsvc', '')::text;
end
$$;

drop procedure replace_files;
create procedure replace_files(
  person bigint, workspace bigint, at timestamptz, via text, document bigint, owner bigint, seen text, wanted integer,
  title text, retention_days integer, expires_at timestamptz, message text, size bigint, grown bigint, files jsonb,
  hashes text[], sizes bigint[], keys text[], content bytea, other_content bytea,
  noted jsonb, links jsonb, bytes_max bigint,
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
  if links is not null then done := keep_links(workspace, links, hashes, blobs)::text; end if;
  done := write_audit(noted)::text;
  done := count_document_change(workspace, owner, document, grown, bytes_max, 0, null, at)::text;
  commit;
  -- On this very connection, so that no other server that knows nothing of the commit can answer for it.
  done := pg_logical_emit_message(true, 'docsvc', '')::text;
end
$$;
