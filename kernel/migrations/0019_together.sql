-- What a procedure needs that makes the writes of several people at once; each does for many what the one of 0017 does for one.

-- Raises an error unless all of them stand there. `people` are each once and in order.
create function demand_standings(people bigint[], workspace bigint) returns void language plpgsql as $$
declare
  held bigint := (select count(pg_advisory_xact_lock_shared(hashtextextended('standing:' || p.person, 0))::text)
    from unnest(people) as p(person));
begin
  -- A statement of its own: it reads what was committed while the locks were waited for.
  if (select count(*) from users u where u.user_id = any(people) and u.workspace_id = workspace and u.disabled_at is null) <> held then
    raise exception 'not all of % people stand in workspace %', held, workspace using errcode = 'ZK001';
  end if;
end
$$;

-- Audit rows as `write_audit` takes them, but nothing to remember.
create function write_audits(noted jsonb) returns void language plpgsql as $$
begin
  with written as (
    insert into audit_events (workspace_id, action, actor, actor_user_id, target_type, target_id, meta, ip, created_at)
    select n.workspace_id, n.action, n.actor, n.actor_user_id, n.target_type, n.target_id, n.meta, n.ip, n.created_at
    from jsonb_to_recordset(noted -> 'rows') as n(workspace_id bigint, action text, actor text, actor_user_id bigint,
      target_type text, target_id text, meta jsonb, ip text, created_at timestamptz)
    returning event_id, action
  )
  insert into audit_outbox (event_id) select w.event_id from written w where noted -> 'heard' ? w.action;
end
$$;

-- The rows of contents, each once and in the order of their hashes in hex. `contents` holds one behind the other those that lie in
-- their rows; `lengths` is null for another.
create function take_blobs(
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
