-- Tells servers, which remember policies with the plan that carries them, when either changes.
-- Revision 1.
create or replace function tell_policy_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('workspace_policies', coalesce(new.workspace_id, old.workspace_id)::text);
  return null;
end $$;
