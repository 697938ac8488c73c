-- For who reads what was done to their own documents: comments there are rows of their own kind, and say in their meta of which document.
create index audit_events_comments on audit_events (workspace_id, (meta->>'doc_id'), event_id) where target_type = 'comment';
