-- The next version of a document as one statement, for a writer who has read the document as it still is.

-- Called outside of a transaction. Writes nothing and leaves `made` null where the document, its files, its place or who may write
-- there have changed since `seen` was read, and where `wanted` is not the next number. `files` are all files of the version, with
-- the blob_id of those that stay. The contents of the others, one or two, come in the order of their hashes; `kept` are their keys.
create procedure replace_files(
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
begin
  perform set_config('synchronous_commit', 'off', true);
  perform demand_standing(person, workspace);
  perform from documents d where d.document_id = document for no key update;
  -- Read by a statement of its own: what waited for the lock sees what the one before it wrote.
  select concat(d.xmin, ' ', (select s.stamp from place_stamps s where s.workspace_id = d.workspace_id)) into stamp
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
  perform write_audit(noted);
  perform count_document_change(workspace, owner, document, grown, bytes_max, 0, null, at);
  commit;
  -- On this very connection, so that no other server that knows nothing of the commit can answer for it.
  perform pg_logical_emit_message(true, 'docsvc', '');
end
$$;
