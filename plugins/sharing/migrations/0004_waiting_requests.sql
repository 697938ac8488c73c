-- For the list of what waits for somebody's decision, the latest first.
create index access_requests_waiting on access_requests (workspace_id, request_id desc) where status = 'pending';
