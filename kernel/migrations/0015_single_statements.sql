-- What a write that is sent as one statement has of the kernel: the procedure that it calls does with these what its transaction would.

-- As hold_standing, and raises an error for somebody who is there no more.
create function demand_standing(person bigint, workspace bigint) returns void language plpgsql as $$
begin
  if not hold_standing(person, workspace) then
    raise exception 'person % does not stand in workspace %', person, workspace using errcode = 'ZK001';
  end if;
end
$$;

-- Audit rows as JSON: `rows` by their columns, and `heard`, the actions among them that somebody listens to.
create function write_audit(noted jsonb) returns void language plpgsql as $$
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

-- The row of a content, made where the workspace has none and locked as keepBlobs does. Whoever takes several takes them in the
-- order of their hashes.
create function take_blob(
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
