-- How many notices a person has not read is counted in this index alone, however many there are.
create index notifications_unread_counted on notifications (user_id, workspace_id) where in_app and read_at is null;
