-- The rows of contents, each once and in the order of their hashes in hex.
-- `contents` holds one behind the other those that lie in their rows; `lengths` is null for another.
-- Revision 1.
create or replace function take_blobs(
  workspace bigint, hashes text[], sizes bigint[], keys text[], lengths integer[], contents bytea, at timestamptz,
  out taken bigint[], out taken_keys text[]
) language plpgsql as $$
declare
  made text[];
  made_ids bigint[];
  made_keys text[];
  begins integer[] := '{}';
  begun integer := 1;
  place integer;
  blob record;
begin
  for i in 1 .. cardinality(hashes) loop
    begins := begins || begun;
    begun := begun + coalesce(lengths[i], 0);
  end loop;
  with written as (
    insert into blobs (workspace_id, sha256, size_bytes, storage_key, bytes, created_at)
    select workspace, decode(g.hash, 'hex'), g.size_bytes, g.key, substring(contents from g.begins for g.length), at
    from unnest(hashes, sizes, keys, begins, lengths) as g(hash, size_bytes, key, begins, length)
    on conflict (workspace_id, sha256) do nothing returning blob_id, storage_key, sha256
  )
  select array_agg(w.blob_id order by w.sha256), array_agg(w.storage_key order by w.sha256),
    array_agg(encode(w.sha256, 'hex') order by w.sha256) into taken, taken_keys, made
  from written w;
  if made = hashes then return; end if;
  made_ids := taken;
  made_keys := taken_keys;
  taken := '{}';
  taken_keys := '{}';
  for i in 1 .. cardinality(hashes) loop
    place := array_position(made, hashes[i]);
    if place is null then
      blob := take_blob(workspace, decode(hashes[i], 'hex'), sizes[i], keys[i], substring(contents from begins[i] for lengths[i]), at);
      taken := taken || blob.taken;
      taken_keys := taken_keys || blob.taken_key;
    else
      taken := taken || made_ids[place];
      taken_keys := taken_keys || made_keys[place];
    end if;
  end loop;
end
$$;
