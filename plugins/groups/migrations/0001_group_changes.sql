-- Finds the recent changes of one group in a long audit log; only the few rows that are about groups are in it.
create index audit_events_group on audit_events (workspace_id, target_id, event_id) where target_type = 'group';
