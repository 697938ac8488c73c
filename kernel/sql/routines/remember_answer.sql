-- Keeps the row of an answer where `noted` holds one as `remembered`.
-- Raises an error where somebody else has taken its key, who may be at it still and is waited for.
-- Revision 1.
create or replace function remember_answer(noted jsonb) returns void language plpgsql as $$
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
