-- The answer to an idempotency key is kept by a function of its own, so that a procedure takes the key first.
-- It comes before anything else that others may wait for, in the order in which a transaction takes its locks.

-- Keeps the row of an answer where `noted` holds one as `remembered`. Raises an error where somebody else has taken its key, who may be
-- at it still and is waited for.
create function remember_answer(noted jsonb) returns void language plpgsql as $$
declare
  one jsonb := noted -> 'remembered';
begin
  if one is null then return; end if;
  insert into remembered_answers as r (workspace_id, user_id, idempotency_key, request_sha256, status, answer, created_at)
  values ((one ->> 'workspace_id')::bigint, (one ->> 'user_id')::bigint, one ->> 'idempotency_key',
    decode(one ->> 'request_sha256', 'hex'), (one ->> 'status')::integer, one -> 'answer', (one ->> 'created_at')::timestamptz)
  on conflict (user_id, idempotency_key) do update
    set workspace_id = excluded.workspace_id, request_sha256 = excluded.request_sha256, status = excluded.status,
      answer = excluded.answer, created_at = excluded.created_at
    where r.created_at <= (one ->> 'oldest')::timestamptz;
  if not found then
    raise exception 'idempotency key of user % is taken', one ->> 'user_id' using errcode = 'ZK002';
  end if;
end
$$;

-- Audit rows as JSON: `rows` by their columns, and `heard`, the actions among them that somebody listens to. What `remembered` holds is
-- kept here where nobody did ahead of it.
create or replace function write_audit(noted jsonb) returns void language plpgsql as $$
declare
  one jsonb;
  written bigint;
begin
  for place in 0 .. jsonb_array_length(noted -> 'rows') - 1 loop
    one := noted -> 'rows' -> place;
    insert into audit_events (workspace_id, action, actor, actor_user_id, target_type, target_id, meta, ip, created_at)
    values ((one ->> 'workspace_id')::bigint, one ->> 'action', one ->> 'actor', (one ->> 'actor_user_id')::bigint,
      one ->> 'target_type', one ->> 'target_id', one -> 'meta', one ->> 'ip', (one ->> 'created_at')::timestamptz)
    returning event_id into written;
    if noted -> 'heard' ? (one ->> 'action') then
      insert into audit_outbox (event_id) values (written);
    end if;
  end loop;
  -- Procedures from before take no key ahead.
  if not noted ? 'remembered' then return; end if;
  one := noted -> 'remembered';
  if not exists (
    select from remembered_answers r where r.user_id = (one ->> 'user_id')::bigint
      and r.idempotency_key = one ->> 'idempotency_key' and r.xmin = pg_current_xact_id()::xid
  ) then perform remember_answer(noted); end if;
end
$$;
