-- Writes audit rows from JSON: `rows` by their columns, and `heard`, the actions among them that somebody listens to.
-- Revision 1.
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
