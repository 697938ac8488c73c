-- Changes records of one table for those who ask at the same time, and commits.
-- Each has its feed row and its audit rows. Each of `ops` is one of `write_records` that says who, through what and when, and has in
-- `noted` what `write_audits` takes. Of several changes of one record the first is made, since the others began from a version that is not
-- there any more. Answers as `write_records` does; null, with nothing written, where one of `people` does not stand where they were
-- identified or is just being moved, too.
-- Revision 1.
create or replace procedure change_records(
  workspace bigint, document bigint, tbl bigint, schema integer, people bigint[], ops jsonb, at timestamptz, records_max integer,
  bytes_max bigint, versions_max integer, inout made jsonb
) language plpgsql as $$
declare
  done text := set_config('synchronous_commit', 'off', true) || set_config('plan_cache_mode', 'force_generic_plan', true);
  person bigint;
  results jsonb;
begin
  foreach person in array people loop
    -- Not waited for: who holds one of these may be waiting for another of them.
    if not pg_try_advisory_xact_lock_shared(hashtextextended('standing:' || person, 0)) then return; end if;
  end loop;
  -- A statement of its own: it reads what was committed before the locks were free.
  if exists (
    select from unnest(people) as p(person)
    where not exists (select from users u where u.user_id = p.person and u.workspace_id = workspace and u.disabled_at is null)
  ) then return; end if;
  results := write_records(workspace, document, tbl, schema, null, null, at, ops, false, records_max, bytes_max, versions_max);
  made := results;
  if results is null or not jsonb_path_exists(results, '$[*].id') then return; end if;
  with noted as (
    insert into audit_events (workspace_id, action, actor, actor_user_id, target_type, target_id, meta, ip, created_at)
    select a.workspace_id, a.action, a.actor, a.actor_user_id, a.target_type, a.target_id, a.meta, a.ip, a.created_at
    from jsonb_array_elements(ops) with ordinality as o(op, place)
      cross join lateral jsonb_to_recordset(o.op -> 'noted' -> 'rows') as a(workspace_id bigint, action text, actor text,
        actor_user_id bigint, target_type text, target_id text, meta jsonb, ip text, created_at timestamptz)
    where results -> (o.place - 1)::integer ? 'id'
    returning event_id, action
  )
  insert into audit_outbox (event_id) select n.event_id from noted n
  where n.action in (select jsonb_array_elements_text(o.op -> 'noted' -> 'heard') from jsonb_array_elements(ops) as o(op));
  commit;
  -- On this very connection, so that no other server that knows nothing of the commit can answer for it.
  done := pg_logical_emit_message(true, 'docsvc', '')::text;
end
$$;
