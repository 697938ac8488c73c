-- The row of a content, made where the workspace has none and locked as keepBlobs does.
-- Whoever takes several takes them in the order of their hashes.
-- Revision 1.
create or replace function take_blob(
  workspace bigint, hash bytea, size bigint, key text, content bytea, at timestamptz, out taken bigint, out taken_key text
) language plpgsql as $$
begin
  -- A row that is there may be on its way out: it is waited for, and then made anew.
  loop
    insert into blobs (workspace_id, sha256, size_bytes, storage_key, bytes, created_at)
    values (workspace, hash, size, key, content, at)
    on conflict (workspace_id, sha256) do nothing returning blob_id, storage_key into taken, taken_key;
    exit when found;
    select b.blob_id, b.storage_key into taken, taken_key
    from blobs b where b.workspace_id = workspace and b.sha256 = hash for key share;
    exit when found;
  end loop;
end
$$;
