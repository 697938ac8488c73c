-- What a workspace lets its members do with documents; a workspace without a row has no rule.
create table workspace_policies (
  workspace_id bigint primary key,
  -- Null allows all.
  allowed_visibilities text[] check (cardinality(allowed_visibilities) > 0),
  min_retention_days integer check (min_retention_days >= 1),
  max_retention_days integer check (max_retention_days >= 1),
  secret_scan text not null default 'off' check (secret_scan in ('off', 'warn', 'block')),
  publishing text not null default 'public' check (publishing in ('public', 'signed_in', 'off')),
  -- Ranges of addresses as they were sent; null lets every address in.
  ip_allowlist text[] check (cardinality(ip_allowlist) > 0),
  -- Null until something is set.
  updated_at timestamptz,
  check (min_retention_days <= max_retention_days)
);

-- Servers remember policies with the plan that carries them: both tell of their changes in their own transaction.
create function tell_policy_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('workspace_policies', coalesce(new.workspace_id, old.workspace_id)::text);
  return null;
end $$;
create trigger workspace_policies_changed after insert or update or delete on workspace_policies
  for each row execute function tell_policy_changed();
create trigger workspace_policies_plan_changed after update of plan on workspaces
  for each row execute function tell_policy_changed();
