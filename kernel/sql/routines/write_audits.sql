-- Writes audit rows as `write_audit` takes them, with nothing to remember.
-- Revision 1.
create or replace function write_audits(noted jsonb) returns void language plpgsql as $$
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
