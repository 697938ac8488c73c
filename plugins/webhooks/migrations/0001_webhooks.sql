-- Receivers of events, what is to be sent to each and every attempt at it; and the order in which a workspace's events are read.
create table webhooks (
  webhook_id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces,
  url text not null,
  -- Action names, families such as doc.*, or *.
  events text[] not null,
  active boolean not null default true,
  -- Why nobody switched it off; null where somebody did.
  paused_reason text,
  -- Events of this time span are for it: until null while it is active.
  active_since timestamptz not null,
  paused_at timestamptz,
  secret_sealed bytea not null,
  -- Signs beside the other one until a rotation's overlap ends.
  former_secret_sealed bytea,
  former_secret_until timestamptz,
  -- Since the last success, or since somebody switched it on again.
  failures integer not null default 0,
  well_since timestamptz not null,
  created_at timestamptz not null
);
create index webhooks_workspace on webhooks (workspace_id, webhook_id);

create table webhook_deliveries (
  delivery_id bigint generated always as identity primary key,
  workspace_id bigint not null,
  webhook_id bigint not null references webhooks on delete cascade,
  event_id bigint not null,
  action text not null,
  -- event: offered once; test and redelivery: asked for by somebody.
  kind text not null check (kind in ('event', 'test', 'redelivery')),
  status text not null default 'pending' check (status in ('pending', 'ok', 'failed')),
  attempts smallint not null default 0,
  attempts_max smallint not null,
  last_status_code smallint,
  last_error text,
  next_attempt_at timestamptz,
  -- Held by a server until then; one that dies lets it run out. With delivery_id the claims name one holder.
  lease_until timestamptz,
  claims integer not null default 0,
  created_at timestamptz not null,
  delivered_at timestamptz
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_attempt_at, delivery_id) where status = 'pending';
create index webhook_deliveries_list on webhook_deliveries (webhook_id, delivery_id);
create unique index webhook_deliveries_once on webhook_deliveries (event_id, webhook_id) where kind <> 'redelivery';
create index webhook_deliveries_age on webhook_deliveries (created_at);

create table webhook_attempts (
  workspace_id bigint not null,
  delivery_id bigint not null references webhook_deliveries on delete cascade,
  attempt smallint not null,
  attempted_at timestamptz not null,
  status_code smallint,
  error text,
  duration_ms integer not null,
  -- The first 4 KiB of the answer.
  response bytea not null,
  primary key (delivery_id, attempt)
);

-- Numbers a workspace's events in the order in which they are to be read: each is given under the lock of the workspace's row, so
-- that none comes in behind a greater one that somebody has read.
create table event_feeds (
  workspace_id bigint primary key references workspaces,
  last_seq bigint not null
);
create table event_feed_entries (
  workspace_id bigint not null,
  seq bigint not null,
  event_id bigint not null,
  primary key (workspace_id, seq)
);
create unique index event_feed_entries_event on event_feed_entries (event_id);
