-- What a workspace buys: its account with the payment processor, the processor's events, metered storage, and the domains whose people may read along.
create table billing_accounts (
  workspace_id bigint primary key references workspaces on delete cascade,
  customer_id text unique,
  -- Readings of the subscription are numbered as they are asked for; a reading older than the one that stands is dropped.
  asked bigint not null default 0,
  applied bigint not null default 0,
  -- The first subscription; from then on subscriptions decide the plan.
  started_at timestamptz,
  status text,
  price text,
  period_start timestamptz,
  period_end timestamptz,
  ends_at timestamptz,
  addon_units integer not null default 0,
  -- Storage beyond the plan by the hour, as an owner has opted in to it; null where nobody has.
  usage_spending_cents integer,
  usage_capacity_gib integer,
  check ((usage_spending_cents is null) = (usage_capacity_gib is null))
);

-- Events that were heard, by the processor's own ids, so that a repeat does nothing.
create table billing_events (
  event_id text primary key,
  workspace_id bigint not null references workspaces on delete cascade,
  type text not null,
  received_at timestamptz not null
);
create index billing_events_received on billing_events (received_at);

-- What was read off the storage meter; each row is reported once, under its own id.
create table billing_usage (
  usage_id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces on delete cascade,
  read_at timestamptz not null,
  gib_hours numeric not null,
  reported_at timestamptz
);
create index billing_usage_workspace on billing_usage (workspace_id, read_at);
create index billing_usage_due on billing_usage (usage_id) where reported_at is null;

-- A domain belongs to one workspace.
create table viewer_domains (
  domain text primary key,
  workspace_id bigint not null references workspaces on delete cascade,
  added_at timestamptz not null
);
create index viewer_domains_workspace on viewer_domains (workspace_id, domain);
