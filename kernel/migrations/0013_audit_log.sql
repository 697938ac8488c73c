-- The log as people ask for it: by action, by who did it, by what it was done to; always the newest first. Times are found through ids.
create index audit_events_action on audit_events (workspace_id, action, event_id);
create index audit_events_actor on audit_events (workspace_id, lower(actor), event_id);
create index audit_events_target on audit_events (workspace_id, target_id, event_id);
-- The chain over the log: each seal holds the hashes of some rows, and one over them and the seal before.
create table audit_seals (
  workspace_id bigint not null,
  -- Counts from 1 without a gap.
  seal_no bigint not null,
  first_event_id bigint not null,
  last_event_id bigint not null,
  -- Ascending; a row that commits late belongs to a later seal than its neighbours.
  event_ids bigint[] not null,
  -- 32 bytes for each of event_ids.
  row_hashes bytea not null,
  previous_hash bytea not null,
  hash bytea not null,
  sealed_at timestamptz not null,
  primary key (workspace_id, seal_no)
);
create index audit_seals_time on audit_seals (sealed_at, last_event_id);
create index audit_seals_last on audit_seals (last_event_id);
