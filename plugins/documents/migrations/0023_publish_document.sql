-- A new document as one statement: its rows, the audit rows and the count, in the order in which a transaction writes them.

-- Called outside of a transaction. `place` is null for a folder of My documents, which is found or made by its path. Its files, one
-- or two, come in the order of their hashes; `kept` are the keys of their contents.
create procedure publish_document(
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
begin
  -- Locks go with the commit, and the flush is waited for behind it (durability.ts).
  perform set_config('synchronous_commit', 'off', true);
  perform demand_standing(person, workspace);
  place := coalesce(place, ensure_place(workspace, null, person, folder));
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
  insert into document_files (document_id, version, path, workspace_id, blob_id, sha256, size_bytes, content_type, renderer)
  select made, 1, f.path, workspace, f.blob, decode(f.hash, 'hex'), f.size_bytes, f.content_type, f.renderer
  from unnest(paths, blobs, hashes, sizes, content_types, renderers) as f(path, blob, hash, size_bytes, content_type, renderer);
  perform write_audit(noted);
  perform count_document_change(workspace, person, made, size, bytes_max, 1, live_max, at);
  commit;
  -- On this very connection, so that no other server that knows nothing of the commit can answer for it.
  perform pg_logical_emit_message(true, 'docsvc', '');
end
$$;
