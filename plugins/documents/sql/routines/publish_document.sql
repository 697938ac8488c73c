-- Publishes one document and commits.
-- Called outside of a transaction; a hurried call gives up soon what somebody else holds, and is sent again in nobody's way.
-- Revision 1.
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
