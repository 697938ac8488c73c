-- The functions of single statements again, with what they call evaluated in place: PERFORM starts a query of its own for each.

create or replace function hold_standing(person bigint, workspace bigint) returns boolean language plpgsql as $$
declare
  held text := pg_advisory_xact_lock_shared(hashtextextended('standing:' || person, 0))::text;
begin
  -- A statement of its own: it reads what was committed while the lock was waited for.
  return exists (select from users where user_id = person and workspace_id = workspace and disabled_at is null);
end
$$;

create or replace function await_turn(workspace bigint) returns void language plpgsql as $$
declare
  held text := pg_advisory_xact_lock(hashtextextended('document_counters:' || workspace, 0))::text;
begin
end
$$;

-- As before, for the few rows that a write has: reading them as a set costs as much as writing one.
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
end
$$;
